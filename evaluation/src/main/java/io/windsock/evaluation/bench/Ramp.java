package io.windsock.evaluation.bench;

import io.windsock.evaluation.lab.Lab;
import io.windsock.evaluation.lab.Requests;
import io.windsock.evaluation.load.Httperf;
import io.windsock.evaluation.load.Pace;
import io.windsock.evaluation.load.Positions;
import io.windsock.evaluation.load.Sent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Raises the rate of events evenly until updates are late: that is the rate with which the central
 * node keeps up. Unlike a search by trials it decides nothing on the way, and a disturbance of a
 * second does not end it. One thread owns it.
 */
final class Ramp {
  /** A ramp ends when the mean delay is longer for some steps, in ms. */
  private static final double FAR_TOO_LATE_MS = 1_500;

  private static final int STEPS_TOO_LATE = 3;

  /** If an event is sent later than this, the rate was not what it should be. */
  private static final long SENT_LATE_NS = TimeUnit.MILLISECONDS.toNanos(500);

  /** Found in the first or the last tenth of a ramp, a rate may lie beyond it. */
  private static final double END = 0.1;

  private static final long STEP_MS = 500;
  private static final double MS_PER_SECOND = 1e3;

  private final Lab lab;
  private final Positions positions;

  /**
   * A part of a ramp.
   *
   * @param perSecond the rate of events in its middle
   * @param meanMs the mean delay of the updates that arrived; endless if none did
   */
  record Step(double perSecond, double meanMs) {
    boolean late(double lateMs) {
      return meanMs > lateMs;
    }
  }

  /**
   * What a ramp has found.
   *
   * @param perSecond the rate that the node keeps up with
   * @param fault why it does not count; empty if it does
   */
  record Found(double perSecond, String fault) {
    boolean counts() {
      return fault.isEmpty();
    }
  }

  Ramp(Lab lab, Positions positions) {
    this.lab = lab;
    this.positions = positions;
  }

  /**
   * Finds the rate that the node keeps up with, in events per second.
   *
   * @param lateMs the mean delay up to which it does, in ms
   * @param requests to all sites meanwhile, in equal parts; those that are left then are not made
   * @throws IllegalStateException if none are left, since the last events had none beside them
   */
  Found find(Pace pace, Requests requests, double lateMs) throws InterruptedException {
    List<Httperf> callers = lab.call(requests, lab.sites());
    try {
      List<Step> steps = new ArrayList<>();
      Sent sent = run(pace, steps);
      if (!callers.stream().allMatch(Httperf::isRunning)) {
        throw new IllegalStateException("httperf ended before the ramp of events");
      }
      double found = lastInTime(steps, lateMs);
      return new Found(found, fault(found, pace, sent.latestNs()));
    } finally {
      callers.forEach(Httperf::close);
      lab.settle();
    }
  }

  /**
   * Returns why a rate does not count; empty if it does.
   *
   * @param found the rate, in events per second
   * @param latestNs how late an event was sent at the most
   */
  static String fault(double found, Pace pace, long latestNs) {
    double end = END * (pace.to() - pace.from());
    if (latestNs > SENT_LATE_NS) {
      return "sent %d ms late".formatted(TimeUnit.NANOSECONDS.toMillis(latestNs));
    }
    if (found <= pace.from() + end) {
      return "late from the beginning";
    }
    return found < pace.to() - end ? "" : "in time to the end";
  }

  private Sent run(Pace pace, List<Step> steps) {
    lab.takeDelays();
    long startNs = System.nanoTime();
    CompletableFuture<Sent> feeding = lab.feed(positions, pace);
    try {
      int tooLate = 0;
      for (int i = 0; !feeding.isDone() && tooLate < STEPS_TOO_LATE; i++) {
        sleepUntil(startNs + TimeUnit.MILLISECONDS.toNanos(STEP_MS * (i + 1)));
        Histogram delays = lab.takeDelays();
        double meanMs = delays.getTotalCount() == 0 ? Double.POSITIVE_INFINITY : delays.getMean();
        double perSecond = pace.perSecond(STEP_MS * (i + 0.5) / MS_PER_SECOND);
        steps.add(new Step(Math.min(pace.to(), perSecond), meanMs));
        tooLate = meanMs > FAR_TOO_LATE_MS ? tooLate + 1 : 0;
      }
    } finally {
      lab.stopFeeding();
    }
    return feeding.join();
  }

  private static void sleepUntil(long ns) {
    for (long left = ns - System.nanoTime(); left > 0; left = ns - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  /** Returns the rate of the last step that was not late; if all were, that of the first. */
  static double lastInTime(List<Step> steps, double lateMs) {
    int last = steps.size() - 1;
    while (last > 0 && steps.get(last).late(lateMs)) {
      last--;
    }
    return steps.get(last).perSecond();
  }
}
