package io.windsock.control.policy;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.control.monitor.MonitoredValue;

/**
 * The paper's {@code set_monitor_values} (Table 1): the primary and the secondary threshold of one
 * monitored value.
 *
 * @param value the monitored value
 * @param primary adapt when the value reaches this, in its unit; above 0
 * @param secondary return when the value is below primary − secondary; 0 to primary. If equal to
 *     primary, an adaptation is permanent, because no measurement is below 0.
 */
public record Threshold(MonitoredValue value, double primary, double secondary) {
  /**
   * Validates both thresholds.
   *
   * @throws ConfigurationException if one is out of range
   */
  public Threshold {
    check(primary > 0 && !Double.isInfinite(primary), "primary", value, primary, "above 0");
    check(
        secondary >= 0 && secondary <= primary,
        "secondary",
        value,
        secondary,
        "0 to the primary threshold, " + primary);
  }

  private static void check(
      boolean holds, String which, MonitoredValue value, double threshold, String range) {
    if (!holds) {
      throw ConfigurationException.of(
          value.text(),
          "the %s threshold of %s is %s; it must be %s"
              .formatted(which, value.text(), threshold, range));
    }
  }

  /** Returns the value below which an adaptation ends: primary − secondary. */
  public double back() {
    return primary - secondary;
  }

  boolean isReachedBy(double measured) {
    return measured >= primary;
  }

  boolean isLeftBy(double measured) {
    return measured < back();
  }
}
