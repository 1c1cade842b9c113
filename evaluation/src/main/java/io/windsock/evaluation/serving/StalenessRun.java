package io.windsock.evaluation.serving;

import io.windsock.evaluation.lab.Lab;
import io.windsock.evaluation.lab.ReceivedUpdates;
import io.windsock.evaluation.load.Pace;
import io.windsock.evaluation.load.Positions;
import io.windsock.evaluation.load.Sent;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** A run at a constant rate, with the regular client's delays and the mirror's staleness. */
final class StalenessRun {
  static final String DELAY = "meanDelayMs";
  static final String STALENESS = "stalenessMs";
  static final String CHANGES = "changes";

  /** Mirrors report twice a second. */
  private static final long LOOK_EVERY_MS = 500;

  private final Lab lab;
  private final long lengthMs;

  StalenessRun(Lab lab, double seconds) {
    this.lab = lab;
    this.lengthMs = Math.round(seconds * TimeUnit.SECONDS.toMillis(1));
  }

  /** Runs it; returns values over the whole time. */
  Map<String, Double> run(Positions positions, double eventsPerSecond) throws InterruptedException {
    long epoch = lab.reading().newestEpoch();
    lab.takeDelays();
    ReceivedUpdates received = lab.receiving();
    CompletableFuture<Sent> sending =
        lab.feed(positions, Pace.constant(eventsPerSecond, Duration.ofMillis(lengthMs)));
    long sum = 0;
    long looks = 0;
    while (looks == 0 || !sending.isDone()) {
      Thread.sleep(LOOK_EVERY_MS);
      sum += lab.reading().stalenessMs();
      looks++;
    }
    long events = sending.join().events();
    double changes = (double) lab.reading().newestEpoch() - epoch;
    lab.settle();
    Histogram delays = lab.takeDelays();
    Map<String, Double> values = new LinkedHashMap<>();
    values.put(DELAY, delays.getMean());
    values.put(STALENESS, (double) sum / looks);
    values.put(CHANGES, changes);
    values.put(ReceivedUpdates.MEASURE, received.percentOf(events));
    return values;
  }
}
