package io.windsock.control.monitor;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of all live sites at one time.
 *
 * @param atMs when, ms since the epoch
 * @param readings the latest of each value at each site that is heard
 * @param silent the last of each value at each site that is no longer heard, or does not reach the
 *     log, and has not expired: what it is now is unknown
 */
public record Observation(long atMs, List<Reading> readings, List<Reading> silent) {
  /** Copies the readings. */
  public Observation {
    readings = List.copyOf(readings);
    silent = List.copyOf(silent);
  }

  /** With every site heard. */
  public Observation(long atMs, List<Reading> readings) {
    this(atMs, readings, List.of());
  }

  /** The reading of the site where that value is highest; null if no site reports it. */
  public @Nullable Reading highest(MonitoredValue value) {
    return highest(readings, value);
  }

  /** The highest last reading of that value at a silent site; null if there is none. */
  public @Nullable Reading highestSilent(MonitoredValue value) {
    return highest(silent, value);
  }

  private static @Nullable Reading highest(List<Reading> readings, MonitoredValue value) {
    Reading highest = null;
    for (Reading reading : readings) {
      if (reading.value() == value
          && (highest == null || reading.measured() > highest.measured())) {
        highest = reading;
      }
    }
    return highest;
  }

  /** That value at that site; 0 if the site does not report it. */
  public double at(String site, MonitoredValue value) {
    return at(readings, site, value);
  }

  /** What that value last was at that silent site; 0 if it did not report it. */
  public double silentAt(String site, MonitoredValue value) {
    return at(silent, site, value);
  }

  private static double at(List<Reading> readings, String site, MonitoredValue value) {
    for (Reading reading : readings) {
      if (reading.value() == value && reading.site().equals(site)) {
        return reading.measured();
      }
    }
    return 0;
  }
}
