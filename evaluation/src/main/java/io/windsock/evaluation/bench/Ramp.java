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
 * node keeps up. Other than a search by trials it decides nothing on the way, and a disturbance
 * that passes does not end it. One thread owns it.
 */
final class Ramp {
  /** A ramp ends when the mean delay is longer, in ms: the node does not keep up any more. */
  private static final double FAR_TOO_LATE_MS = 1_500;

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
    boolean late() {
      return meanMs > FullLoad.LATE_MS;
    }
  }

  Ramp(Lab lab, Positions positions) {
    this.lab = lab;
    this.positions = positions;
  }

  /**
   * Returns the rate that the node keeps up with, in events per second, between the first and the
   * last of the pace.
   *
   * @param requests to all sites meanwhile, in equal parts; those that are left then are not made
   * @throws IllegalStateException if none are left, since the last events had none beside them
   */
  double keepsUpWith(Pace pace, Requests requests) throws InterruptedException {
    List<Httperf> callers = lab.call(requests, lab.sites());
    try {
      List<Step> steps = steps(pace);
      if (!callers.stream().allMatch(Httperf::isRunning)) {
        throw new IllegalStateException("httperf ended before the ramp of events");
      }
      return lastInTime(steps);
    } finally {
      callers.forEach(Httperf::close);
      lab.settle();
    }
  }

  private List<Step> steps(Pace pace) {
    List<Step> steps = new ArrayList<>();
    lab.takeDelays();
    long startNs = System.nanoTime();
    CompletableFuture<Sent> feeding = lab.feed(positions, pace);
    double meanMs = 0;
    for (int i = 0; !feeding.isDone() && meanMs <= FAR_TOO_LATE_MS; i++) {
      sleepUntil(startNs + TimeUnit.MILLISECONDS.toNanos(STEP_MS * (i + 1)));
      Histogram delays = lab.takeDelays();
      meanMs = delays.getTotalCount() == 0 ? Double.POSITIVE_INFINITY : delays.getMean();
      steps.add(new Step(pace.perSecond(STEP_MS * (i + 0.5) / MS_PER_SECOND), meanMs));
    }
    lab.stopFeeding();
    feeding.join();
    return steps;
  }

  private static void sleepUntil(long ns) {
    for (long left = ns - System.nanoTime(); left > 0; left = ns - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  /** Returns the rate of the last step that was not late; if all were, that of the first. */
  static double lastInTime(List<Step> steps) {
    int last = steps.size() - 1;
    while (last > 0 && steps.get(last).late()) {
      last--;
    }
    return steps.get(last).perSecond();
  }
}
