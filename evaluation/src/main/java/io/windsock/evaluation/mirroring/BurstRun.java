package io.windsock.evaluation.mirroring;

import io.windsock.evaluation.experiment.Experiment.Moment;
import io.windsock.evaluation.lab.Lab;
import io.windsock.evaluation.lab.Requests;
import io.windsock.evaluation.load.Answers;
import io.windsock.evaluation.load.Httperf;
import io.windsock.evaluation.load.Positions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One run of Figure 9: a constant stream of events, bursts of requests, the delays by second. */
final class BurstRun {
  static final String ANSWERED = "answered";
  static final String FAILED = "failed";
  static final String UNSENT = "unsent";

  private final Lab lab;
  private final Bursts bursts;
  private final Requests requests;
  private final PacedRun events;
  private final List<Httperf> callers = new ArrayList<>();

  BurstRun(Lab lab, Bursts bursts, Requests requests) {
    this.lab = lab;
    this.bursts = bursts;
    this.requests = requests;
    events = new PacedRun(lab, bursts.seconds());
  }

  /** Runs it; returns values over the whole time. */
  Map<String, Double> run(Positions positions, double eventsPerSecond) throws InterruptedException {
    try {
      Map<String, Double> values = events.run(positions, eventsPerSecond, this::second);
      addAnswers(values);
      return values;
    } finally {
      callers.forEach(Httperf::close);
    }
  }

  private void second(int second) {
    if (bursts.beginsAt(second)) {
      callers.addAll(lab.call(requests, lab.sites()));
    }
  }

  private void addAnswers(Map<String, Double> values) throws InterruptedException {
    long answered = 0;
    long failed = 0;
    long unsent = 0;
    for (Httperf caller : callers) {
      Answers answers = caller.await();
      answered += answers.answered();
      failed += answers.failed();
      unsent += answers.unopened();
    }
    values.put(ANSWERED, (double) answered);
    values.put(FAILED, (double) failed);
    values.put(UNSENT, (double) unsent);
  }

  /** Returns the values by second. */
  List<Moment> timeLine() {
    return events.timeLine();
  }
}
