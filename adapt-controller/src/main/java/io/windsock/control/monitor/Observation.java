package io.windsock.control.monitor;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The readings of all live sites at one time.
 *
 * @param atMs the time, ms since the epoch
 * @param readings the latest reading of each value at each reporting site
 * @param silent the last reading of each value at each site that has stopped reporting, or does not
 *     reach the log, and has not expired; the current value is unknown
 */
public record Observation(long atMs, List<Reading> readings, List<Reading> silent) {
  /** Copies the readings. */
  public Observation {
    readings = List.copyOf(readings);
    silent = List.copyOf(silent);
  }

  /** Creates an observation in which every site reports. */
  public Observation(long atMs, List<Reading> readings) {
    this(atMs, readings, List.of());
  }

  /** Returns the reading of the site where that value is highest; null if no site reports it. */
  public @Nullable Reading highest(MonitoredValue value) {
    return highest(readings, value);
  }

  /** Returns the highest last reading of that value at a silent site; null if there is none. */
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

  /** Returns that value at that site; 0 if the site does not report it. */
  public double at(String site, MonitoredValue value) {
    return at(readings, site, value);
  }

  /** Returns the last reading of that value at that silent site; 0 if it did not report it. */
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
