package io.windsock.control.monitor;

/**
 * A monitored value at one site.
 *
 * @param site the site's name, or the topology's
 * @param value the monitored value
 * @param measured the measurement, in the value's unit; finite
 */
public record Reading(String site, MonitoredValue value, double measured) {
  /**
   * Validates the measurement.
   *
   * @throws IllegalArgumentException if it is not finite
   */
  public Reading {
    if (!Double.isFinite(measured)) {
      throw new IllegalArgumentException(value.text() + " at " + site + " is " + measured);
    }
  }
}
