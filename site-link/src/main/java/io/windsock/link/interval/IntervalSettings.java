package io.windsock.link.interval;

import io.windsock.contracts.config.ConfigCheck;
import io.windsock.contracts.config.ConfigurationException;
import java.math.BigDecimal;
import java.time.Duration;

/**
 * The factors and bounds of an adaptive interval. Immutable; validated when created.
 *
 * @param alpha how far the interval moves towards the time of the primary stage, 0 to 1
 * @param beta how far it moves towards the time of the backup stage, 0 to 1
 * @param initial the first interval
 * @param min the shortest interval
 * @param max the longest interval, which bounds what is lost if the primary site is; see {@code
 *     #withinRpo}
 */
public record IntervalSettings(
    double alpha, double beta, Duration initial, Duration min, Duration max) {
  /** Validates the settings and reports every fault. */
  public IntervalSettings {
    ConfigCheck check = new ConfigCheck("interval");
    check.holds(alpha >= 0 && alpha <= 1, "alpha", alpha, "from 0 to 1");
    check.holds(beta >= 0 && beta <= 1, "beta", beta, "from 0 to 1");
    check.holds(min.toMillis() > 0, "min", ms(min), "at least 1 ms");
    check.holds(max.compareTo(min) >= 0, "max", ms(max), "at least min, " + ms(min));
    check.holds(
        initial.compareTo(min) >= 0 && initial.compareTo(max) <= 0,
        "initial",
        ms(initial),
        "from min, %s, to max, %s".formatted(ms(min), ms(max)));
    check.done();
  }

  /** Returns the settings of the paper's experiments (section 4.2), between 1 ms and 1 s. */
  public static IntervalSettings standard() {
    return new IntervalSettings(
        0.5, 0.5, Duration.ofMillis(30), Duration.ofMillis(1), Duration.ofSeconds(1));
  }

  /** Returns these settings with other factors. */
  public IntervalSettings withFactors(double newAlpha, double newBeta) {
    return new IntervalSettings(newAlpha, newBeta, initial, min, max);
  }

  /** Returns these settings with another first interval. */
  public IntervalSettings withInitial(Duration newInitial) {
    return new IntervalSettings(alpha, beta, newInitial, min, max);
  }

  /**
   * Returns these settings with no interval that is too long for a recovery point objective. The
   * batches that are sent and not yet replied to are lost with the primary site, and so is what
   * gathers for the next one.
   *
   * @param rpo the age up to which records may be lost while the link keeps up
   * @param openBatches the most batches sent and not yet replied to
   * @throws ConfigurationException if no interval of at least {@code min} keeps to it
   */
  public IntervalSettings withinRpo(Duration rpo, int openBatches) {
    Duration longest = shorter(max, rpo.dividedBy(openBatches + 1L));
    if (longest.compareTo(min) < 0) {
      Duration least = min.multipliedBy(openBatches + 1L);
      throw ConfigurationException.of(
          "interval.rpo", "is %s; it must be at least %s".formatted(ms(rpo), ms(least)));
    }
    return new IntervalSettings(alpha, beta, shorter(initial, longest), min, longest);
  }

  /** Returns a time as text, with parts of a millisecond where there are any. */
  private static String ms(Duration time) {
    return BigDecimal.valueOf(time.toNanos(), 6).stripTrailingZeros().toPlainString() + " ms";
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
