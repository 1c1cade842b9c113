package io.windsock.control.monitor;

/**
 * A monitored value at one site.
 *
 * @param site the site's name, or the topology's
 * @param value what was measured
 * @param measured how much, in the value's unit; finite
 */
public record Reading(String site, MonitoredValue value, double measured) {
  /**
   * Checks that it is a number.
   *
   * @throws IllegalArgumentException if it is not finite
   */
  public Reading {
    if (!Double.isFinite(measured)) {
      throw new IllegalArgumentException(value.text() + " at " + site + " is " + measured);
    }
  }
}
