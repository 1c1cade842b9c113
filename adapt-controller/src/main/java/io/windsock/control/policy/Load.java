package io.windsock.control.policy;

import io.windsock.control.monitor.MonitoredValue;
import io.windsock.control.monitor.Observation;
import io.windsock.control.monitor.Reading;
import org.jspecify.annotations.Nullable;

/**
 * The worst site's load with noise filtered out. The averages are exponentially weighted by time,
 * so missed samples do not distort them.
 *
 * @param atMs time of the last observation
 * @param delayMs update delay, averaged over {@link #SLOW_SHARE} of the hold time
 * @param quickMs update delay, averaged over {@link #QUICK_SHARE} of the hold time
 * @param longMs update delay, averaged over {@link #LONG_SHARE} of the hold time
 * @param floorMs update delay without queueing: the lowest value seen, forgotten slowly
 * @param reach whether the goal is within reach
 * @param queued waiting events and requests
 * @param withheldMs the staleness that the rules cause: staleness less update delay
 * @param longWithheldMs the same, averaged as longMs is
 * @param slowest the site that last had the highest update delay; empty if none is known yet
 * @param stalest the site whose rules last withheld longest; empty if none is known yet
 */
record Load(
    long atMs,
    double delayMs,
    double quickMs,
    double longMs,
    double floorMs,
    Reach reach,
    double queued,
    double withheldMs,
    double longWithheldMs,
    String slowest,
    String stalest) {
  static final double SLOW_SHARE = 0.4;
  static final double QUICK_SHARE = 0.15;
  static final double LONG_SHARE = 3;

  /** Caps one sample's weight in the long average, as a multiple of the goal. */
  private static final double LONG_OUTLIER = 4;

  /** The share of its distance to the delay by which the floor rises in one hold time. */
  private static final double FLOOR_RISE = 0.001;

  /** Fewer waiting events and requests than this do not count as a queue. */
  static final double QUEUE = 1;

  /** The largest share of the goal that the floor may take. */
  private static final double FLOOR_MAX = 0.6;

  /** Caps one sample's weight, as a multiple of the average or of the goal. */
  private static final double OUTLIER = 4;

  /** Waiting below this share of the goal counts as none. */
  private static final double MIN_WAIT = 0.01;

  /** The highest possible headroom. */
  static final double MAX_HEADROOM = 1 / MIN_WAIT;

  /**
   * Returns the load after one more observation; null while nothing is known. An observation
   * without a delay changes it only if nothing waits. While the topology is silent, events may wait
   * there.
   *
   * @param adapted whether the level is above 0
   */
  static @Nullable Load after(
      @Nullable Load before, Observation seen, boolean adapted, ObjectiveSettings settings) {
    Reading delay = seen.highest(MonitoredValue.UPDATE_DELAY);
    if (delay != null) {
      Load first = before == null ? first(seen, delay, adapted, settings) : before;
      return first.next(seen, delay.measured(), settings).at(delay.site());
    }
    boolean idle = !seen.readings().isEmpty() && queued(seen) == 0 && seen.silentTopology() == null;
    return before == null || !idle ? before : before.rested(seen, settings);
  }

  /** Lets the averages decay; an idle time says nothing about what is within reach. */
  private Load rested(Observation seen, ObjectiveSettings settings) {
    Load next = next(seen, floorMs, settings);
    return new Load(
        next.atMs,
        next.delayMs,
        next.quickMs,
        next.longMs,
        next.floorMs,
        reach,
        next.queued,
        next.withheldMs,
        next.longWithheldMs,
        next.slowest,
        next.stalest);
  }

  private static Load first(
      Observation seen, Reading delay, boolean adapted, ObjectiveSettings settings) {
    double ms = delay.measured();
    double dulled = Math.min(ms, LONG_OUTLIER * settings.delayGoalMs());
    double floor = Math.min(ms, FLOOR_MAX * settings.delayGoalMs());
    Reading stalest = stalest(seen);
    double withheld = stalest == null ? 0 : stalest.measured();
    return new Load(
        seen.atMs(),
        ms,
        ms,
        dulled,
        floor,
        Reach.first(ms, adapted, (double) settings.delayGoalMs()),
        queued(seen),
        withheld,
        withheld,
        delay.site(),
        "");
  }

  private Load next(Observation seen, double ms, ObjectiveSettings settings) {
    double holds = (double) Math.max(0, seen.atMs() - atMs) / settings.holdMs();
    double slow = weight(holds / SLOW_SHARE);
    double lasting = weight(holds / LONG_SHARE);
    double goalMs = settings.delayGoalMs();
    double clipped = Math.min(ms, OUTLIER * Math.max(delayMs, goalMs));
    double nextDelay = mix(delayMs, clipped, slow);
    double nextLong = mix(longMs, Math.min(clipped, LONG_OUTLIER * goalMs), lasting);
    Reading nextStalest = stalest(seen);
    double withheld = nextStalest == null ? 0 : nextStalest.measured();
    return new Load(
        seen.atMs(),
        nextDelay,
        mix(quickMs, clipped, weight(holds / QUICK_SHARE)),
        nextLong,
        nextFloor(nextDelay, holds, goalMs),
        reach.next(ms, nextDelay, nextLong, Math.min(1, holds), goalMs),
        mix(queued, queued(seen), slow),
        mix(withheldMs, withheld, slow),
        mix(longWithheldMs, withheld, lasting),
        slowest,
        nextStalest == null ? stalest : nextStalest.site());
  }

  private Load at(String site) {
    return new Load(
        atMs,
        delayMs,
        quickMs,
        longMs,
        floorMs,
        reach,
        queued,
        withheldMs,
        longWithheldMs,
        site,
        stalest);
  }

  private double nextFloor(double nextDelay, double holds, double goalMs) {
    double risen = mix(floorMs, nextDelay, 1 - Math.pow(1 - FLOOR_RISE, holds));
    return Math.min(Math.min(risen, nextDelay), FLOOR_MAX * goalMs);
  }

  private static double weight(double timeConstants) {
    return 1 - Math.exp(-timeConstants);
  }

  private static double mix(double old, double fresh, double weight) {
    return old + weight * (fresh - old);
  }

  private static double queued(Observation seen) {
    Reading ready = seen.highest(MonitoredValue.READY);
    Reading pending = seen.highest(MonitoredValue.PENDING);
    return (ready == null ? 0 : ready.measured()) + (pending == null ? 0 : pending.measured());
  }

  /**
   * Returns the site where the rules withhold longest, and for how long; null if no site reports
   * it.
   */
  private static @Nullable Reading stalest(Observation seen) {
    Reading stalest = null;
    for (Reading reading : seen.readings()) {
      if (reading.value() == MonitoredValue.STALENESS_MS) {
        double delay = seen.at(reading.site(), MonitoredValue.UPDATE_DELAY);
        double withheld = Math.max(0, reading.measured() - delay);
        if (stalest == null || withheld > stalest.measured()) {
          stalest = new Reading(reading.site(), MonitoredValue.STALENESS_MS, withheld);
        }
      }
    }
    return stalest;
  }

  /**
   * Whether a long delay is put down to a queue: because one is seen, or because the goal was met
   * lately. Nobody counts events that were appended since the topology's last fetch, nor those that
   * it has received and not yet committed, so waiting there shows in the delay only.
   */
  boolean isQueued(ObjectiveSettings settings) {
    return seesQueue() || metGoal(settings);
  }

  /** Whether events wait at the topology or a site, or requests at a site. */
  boolean seesQueue() {
    return queued >= QUEUE;
  }

  /** Whether the goal was met lately. */
  boolean metGoal(ObjectiveSettings settings) {
    return reach.isMet((double) settings.delayGoalMs());
  }

  /** Whether the delay exceeds its long average, as far as that can follow it, by a factor. */
  boolean exceedsAverage(double factor, ObjectiveSettings settings) {
    return Math.min(delayMs, LONG_OUTLIER * settings.delayGoalMs()) > factor * longMs;
  }

  /** Returns how fast the delay grows, in seconds per second; negative while a queue drains. */
  double growth(ObjectiveSettings settings) {
    return (quickMs - delayMs) / ((SLOW_SHARE - QUICK_SHARE) * settings.holdMs());
  }

  /**
   * Returns the waiting that the goal allows divided by the actual waiting: 1 at the goal, 2 at
   * half of the allowed waiting, near 0 under overload. Near a queue's limit the delay grows
   * without bound, while this ratio falls linearly with the load.
   */
  double headroom(ObjectiveSettings settings) {
    return headroom(delayMs, settings);
  }

  /** Returns the headroom that both averages confirm: the lower of the two. */
  double lastingHeadroom(ObjectiveSettings settings) {
    return headroom(Math.max(delayMs, longMs), settings);
  }

  private double headroom(double ms, ObjectiveSettings settings) {
    double waiting = Math.max(ms - floorMs, MIN_WAIT * settings.delayGoalMs());
    return (settings.delayGoalMs() - floorMs) / waiting;
  }
}
