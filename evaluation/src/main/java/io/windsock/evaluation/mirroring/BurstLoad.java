package io.windsock.evaluation.mirroring;

import io.windsock.evaluation.bench.Bench;
import io.windsock.evaluation.bench.FullLoad;
import io.windsock.evaluation.bench.Setups;
import io.windsock.evaluation.experiment.Notes;
import io.windsock.evaluation.experiment.Scale;
import io.windsock.evaluation.lab.Lab;
import io.windsock.evaluation.lab.Requests;
import io.windsock.evaluation.load.Httperf;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * The load of Figure 9: together, the events and the requests of a burst need more processor time
 * than the central node has while it mirrors every event.
 *
 * @param full the highest rate of events that the central node sustains
 * @param requestsPerSecond requests to each site in a burst
 */
record BurstLoad(FullLoad full, double requestsPerSecond) {
  /** The share of the rate that the central node sustains at which events are sent. */
  static final double EVENTS = 0.9;

  /** The share of the central node's quota that the answers of a burst need. */
  static final double ANSWERS = 0.25;

  /** Requests per second while their cost is measured, and before. */
  private static final double MEASURED_PER_SECOND = 100;

  private static final int WARM_UP_RUNS = 4;

  /** Measurements of the cost, whose median counts. */
  private static final int MEASUREMENTS = 3;

  /** What stands for the cost in the quick form, which is too short to measure it, in µs. */
  private static final double QUICK_ANSWER_US = 1_000;

  private static final double MS_PER_SECOND = 1e3;

  /**
   * Finds out what the central node sustains while it mirrors every event, and what answers cost.
   */
  static BurstLoad calibrate(Bench bench, int mirrors, Scale scale, Notes about)
      throws InterruptedException {
    Duration length = bench.searchLength(scale);
    FullLoad full = bench.sustained(Setups.EVENT_BYTES, mirrors, scale);
    bench.lab().unlimited();
    warmUp(bench, EVENTS * full.perSecond(), length);
    double answerUs = scale.quick() ? QUICK_ANSWER_US : answerUs(bench.lab(), length);
    bench.lab().limit();
    double quotaUs = bench.lab().plan().centralCpus() * TimeUnit.SECONDS.toMicros(1);
    BurstLoad load = new BurstLoad(full, ANSWERS * quotaUs / answerUs);
    about.setting("processor time of an answer", String.format(Locale.ROOT, "%,.0f µs", answerUs));
    about.setting(
        "requests in a burst",
        String.format(Locale.ROOT, "%.0f/s at each site", load.requestsPerSecond));
    return load;
  }

  /**
   * The warm-up before asked the mirrors alone; the central site has yet to compile its answers.
   */
  private static void warmUp(Bench bench, double events, Duration length)
      throws InterruptedException {
    for (int run = 0; run < WARM_UP_RUNS; run++) {
      var unused =
          bench
              .lab()
              .finishing(bench.lab().positions(Setups.EVENT_BYTES), events, length, asked(length));
    }
  }

  private static Requests asked(Duration length) {
    return Requests.during(length.toMillis() / MS_PER_SECOND, MEASURED_PER_SECOND);
  }

  /** Returns what an answer costs the central node without events, in µs of processor time. */
  private static double answerUs(Lab lab, Duration length) throws InterruptedException {
    double[] costs = new double[MEASUREMENTS];
    for (int i = 0; i < MEASUREMENTS; i++) {
      long before = lab.centralUse().cpuUs();
      Thread.sleep(length.toMillis());
      long between = lab.centralUse().cpuUs();
      long answered = answered(lab, asked(length));
      long idleUs = between - before;
      costs[i] = (double) (lab.centralUse().cpuUs() - between - idleUs) / Math.max(1, answered);
    }
    Arrays.sort(costs);
    double median = costs[MEASUREMENTS / 2];
    if (median <= 0) {
      throw new IllegalStateException(
          "answers of the central node need no processor time that could be measured: "
              + Arrays.toString(costs)
              + " µs; run this with nothing else on the machine");
    }
    return median;
  }

  private static long answered(Lab lab, Requests requests) throws InterruptedException {
    long answered = 0;
    for (Httperf caller : lab.call(requests, lab.sites().subList(0, 1))) {
      try (caller) {
        answered += caller.await().answered();
      }
    }
    return answered;
  }

  /** Returns the constant rate of events. */
  double eventsPerSecond() {
    return EVENTS * full.perSecond();
  }

  /** Returns the requests of a burst at the central site and so many mirrors. */
  Requests burst(int seconds, int mirrors) {
    return Requests.during(seconds, requestsPerSecond * (mirrors + 1));
  }
}
