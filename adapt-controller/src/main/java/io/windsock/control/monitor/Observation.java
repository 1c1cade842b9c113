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

  /** Returns the observation that consists of the silent sites' last readings. */
  public Observation ofSilent() {
    return new Observation(atMs, silent);
  }

  /**
   * Returns the ready queue that the topology had when its silent instances last reported; null if
   * every instance reports.
   */
  public @Nullable Reading silentTopology() {
    return silent.stream()
        .filter(reading -> reading.site().equals(Observations.TOPOLOGY))
        .filter(reading -> reading.value() == MonitoredValue.READY)
        .findFirst()
        .orElse(null);
  }

  /** Returns the reading of the site where that value is highest; null if no site reports it. */
  public @Nullable Reading highest(MonitoredValue value) {
    return readings.stream()
        .filter(reading -> reading.value() == value)
        .reduce((highest, reading) -> reading.measured() > highest.measured() ? reading : highest)
        .orElse(null);
  }

  /** Returns that value at that site; 0 if the site does not report it. */
  public double at(String site, MonitoredValue value) {
    return readings.stream()
        .filter(reading -> reading.value() == value && reading.site().equals(site))
        .mapToDouble(Reading::measured)
        .findFirst()
        .orElse(0);
  }
}
