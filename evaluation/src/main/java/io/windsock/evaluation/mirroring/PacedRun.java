package io.windsock.evaluation.mirroring;

import io.windsock.evaluation.experiment.Experiment.Moment;
import io.windsock.evaluation.lab.Lab;
import io.windsock.evaluation.lab.Monitor;
import io.windsock.evaluation.lab.ReceivedUpdates;
import io.windsock.evaluation.load.Pace;
import io.windsock.evaluation.load.Positions;
import io.windsock.evaluation.load.Sent;
import io.windsock.evaluation.load.SentDelays;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/** One run at a constant rate of events: the update delays, in all and by second. */
final class PacedRun {
  /** Of all updates. */
  static final String MEAN = "meanDelayMs";

  /** The mean of the seconds in which events were sent, see {@link SentDelays}. */
  static final String BY_TIME = "meanDelayOverTimeMs";

  static final String HIGH = "p99DelayMs";
  static final String LONGEST = "maxDelayMs";
  static final String PENDING = "pending";
  static final String STALENESS = "stalenessMs";
  static final String CHANGES = "changes";
  static final String LATE = "feedLateMs";

  private static final double P99 = 99;
  private static final int SIGNIFICANT_DIGITS = 3;
  private static final Duration MARGIN = Duration.ofSeconds(1);
  private static final double NS_PER_MS = 1e6;

  private final Lab lab;
  private final int seconds;
  private final Histogram delays = new Histogram(SIGNIFICANT_DIGITS);
  private final List<Moment> timeLine = new ArrayList<>();

  /** Creates a run of this length. */
  PacedRun(Lab lab, int seconds) {
    this.lab = lab;
    this.seconds = seconds;
  }

  /** What is done meanwhile. */
  interface Meanwhile {
    /** Called at the beginning of each second; returns soon. */
    void second(int second);
  }

  /** Runs it; returns values over the whole time. */
  Map<String, Double> run(Positions positions, double eventsPerSecond, Meanwhile meanwhile)
      throws InterruptedException {
    long epoch = lab.reading().newestEpoch();
    SentDelays bySent = lab.delaysFromNow(seconds);
    CompletableFuture<Sent> feeding =
        lab.feed(
            positions, Pace.constant(eventsPerSecond, Duration.ofSeconds(seconds).plus(MARGIN)));
    lab.takeDelays();
    ReceivedUpdates received = lab.receiving();
    long startNs = System.nanoTime();
    for (int second = 0; second < seconds; second++) {
      meanwhile.second(second);
      sleepUntil(startNs + TimeUnit.SECONDS.toNanos(second + 1L));
      moment(second);
    }
    long changes = lab.reading().newestEpoch() - epoch;
    Sent sent = feeding.join();
    lab.settle();
    delays.add(lab.takeDelays()); // of updates that were late
    Map<String, Double> values = values(sent, changes);
    values.put(BY_TIME, bySent.meanMs());
    values.put(ReceivedUpdates.MEASURE, received.percentOf(sent.events()));
    return values;
  }

  private static void sleepUntil(long ns) {
    for (long left = ns - System.nanoTime(); left > 0; left = ns - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private void moment(int second) {
    Histogram now = lab.takeDelays();
    Monitor.Reading reading = lab.reading();
    double middle = second + 0.5;
    if (now.getTotalCount() > 0) {
      timeLine.add(new Moment(middle, MEAN, now.getMean()));
    }
    timeLine.add(new Moment(middle, PENDING, reading.pending()));
    timeLine.add(new Moment(middle, STALENESS, reading.stalenessMs()));
    delays.add(now);
  }

  private Map<String, Double> values(Sent sent, long changes) {
    Map<String, Double> values = new LinkedHashMap<>();
    values.put(MEAN, delays.getMean());
    values.put(HIGH, (double) delays.getValueAtPercentile(P99));
    values.put(LONGEST, (double) delays.getMaxValue());
    values.put(CHANGES, (double) changes);
    values.put(LATE, sent.latestNs() / NS_PER_MS);
    return values;
  }

  /** Returns the values by second. */
  List<Moment> timeLine() {
    return timeLine;
  }
}
