package io.windsock.control.policy;

import io.windsock.control.monitor.MonitoredValue;
import io.windsock.control.monitor.Observation;
import io.windsock.control.monitor.Reading;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The paper's policy (section 3.2.2). It adapts, from level 0 to 1, when any monitored value
 * reaches its primary threshold at any site. It returns, from 1 to 0, when all values are below
 * primary − secondary at all sites.
 *
 * <p>A value that no site reports is ignored, and nothing changes while no site reports any value:
 * silence is no evidence of calm. For the same reason the policy does not return while a site is
 * silent that was not below its thresholds when it last reported.
 */
public final class ThresholdsPolicy implements Policy {
  private final List<Threshold> thresholds;
  private final long holdMs;

  /**
   * Creates a policy with a minimum time between two changes.
   *
   * @param thresholds at most one per value
   * @param holdMs the minimum time between two changes, ms; 0 for none, as in the paper
   * @throws IllegalArgumentException if a value has two thresholds or the time is negative
   */
  public ThresholdsPolicy(List<Threshold> thresholds, long holdMs) {
    this.thresholds = List.copyOf(thresholds);
    this.holdMs = holdMs;
    var values = EnumSet.noneOf(MonitoredValue.class);
    for (Threshold threshold : thresholds) {
      if (!values.add(threshold.value())) {
        throw new IllegalArgumentException("two thresholds for " + threshold.value().text());
      }
    }
    if (holdMs < 0) {
      throw new IllegalArgumentException(
          "the hold time is " + holdMs + " ms; it must be 0 or more");
    }
  }

  /** A reading with the threshold it is compared with. */
  private record Held(Reading reading, Threshold threshold) {}

  @Override
  public Outcome decide(Observation seen, PolicyState before) {
    if (!before.mayChange(seen.atMs(), holdMs)) {
      return new Outcome(before, null);
    }
    LevelChange change = before.level() > 0 ? back(seen, before.level()) : adapt(seen);
    if (change == null) {
      return new Outcome(before, null);
    }
    Silence silence = change.raises() ? null : silence(seen);
    return silence == null
        ? new Outcome(before.changed(change, seen.atMs()), change)
        : new Outcome(before, null, silence);
  }

  /**
   * Returns the silent site that was furthest from calm when it last reported; null if all were
   * calm.
   */
  private @Nullable Silence silence(Observation seen) {
    Silence worst = null;
    double worstShare = 0;
    for (Threshold threshold : thresholds) {
      Reading last = seen.ofSilent().highest(threshold.value());
      if (last == null || threshold.isLeftBy(last.measured())) {
        continue;
      }
      double share = share(last.measured(), threshold.back());
      if (worst == null || share > worstShare) {
        worst = new Silence(last, threshold.back());
        worstShare = share;
      }
    }
    return worst;
  }

  private @Nullable LevelChange adapt(Observation seen) {
    Held worst = worst(seen, true);
    if (worst == null || !worst.threshold.isReachedBy(worst.reading.measured())) {
      return null;
    }
    return change(
        0,
        1,
        worst,
        worst.threshold.primary(),
        "%s, at or above the primary threshold %s: mirroring becomes cheaper"
            .formatted(Words.reading(worst.reading), Words.number(worst.threshold.primary())));
  }

  private @Nullable LevelChange back(Observation seen, double level) {
    if (thresholds.isEmpty()) {
      return new LevelChange(
          level, 0, null, "", 0, 0, "no value is monitored: mirroring is exact again");
    }
    Held worst = worst(seen, false);
    if (worst == null || !worst.threshold.isLeftBy(worst.reading.measured())) {
      return null;
    }
    return change(
        level,
        0,
        worst,
        worst.threshold.back(),
        ("all monitored values are below primary − secondary, the nearest by %s, below %s: mirroring is"
                + " exact again")
            .formatted(Words.reading(worst.reading), Words.number(worst.threshold.back())));
  }

  private static LevelChange change(
      double from, double to, Held held, double limit, String reason) {
    Reading reading = held.reading;
    return new LevelChange(
        from, to, reading.value(), reading.site(), reading.measured(), limit, reason);
  }

  /** Returns the reading furthest above its primary threshold, or least below the secondary one. */
  private @Nullable Held worst(Observation seen, boolean byPrimary) {
    Held worst = null;
    double worstShare = 0;
    for (Threshold threshold : thresholds) {
      Reading highest = seen.highest(threshold.value());
      if (highest == null) {
        continue;
      }
      double share = share(highest.measured(), byPrimary ? threshold.primary() : threshold.back());
      if (worst == null || share > worstShare) {
        worst = new Held(highest, threshold);
        worstShare = share;
      }
    }
    return worst;
  }

  /** Returns at least 1 if and only if the limit is reached; a limit of 0 always is. */
  private static double share(double measured, double limit) {
    return limit == 0 ? Double.POSITIVE_INFINITY : measured / limit;
  }
}
