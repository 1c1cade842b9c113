package io.windsock.control.policy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of all live sites at one time.
 *
 * @param atMs when, ms since the epoch
 * @param readings the latest of each value at each site; sites that are gone have none
 */
public record Observation(long atMs, List<Reading> readings) {
  /** Copies the readings. */
  public Observation {
    readings = List.copyOf(readings);
  }

  /** The reading of the site where that value is highest; null if no site reports it. */
  public @Nullable Reading highest(MonitoredValue value) {
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
  double at(String site, MonitoredValue value) {
    for (Reading reading : readings) {
      if (reading.value() == value && reading.site().equals(site)) {
        return reading.measured();
      }
    }
    return 0;
  }
}
