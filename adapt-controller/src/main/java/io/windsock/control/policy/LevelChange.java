package io.windsock.control.policy;

import io.windsock.control.monitor.MonitoredValue;
import org.jspecify.annotations.Nullable;

/**
 * A change of the mirroring level.
 *
 * @param fromLevel the level before, 0 (the exact base function) to 1 (the cheapest function)
 * @param toLevel the level after
 * @param value the monitored value that decided; null if none did
 * @param site where the value was measured; empty if nowhere
 * @param measured the measurement, in the value's unit
 * @param threshold the limit that the measurement was compared with
 * @param reason a full explanation for an operator
 */
public record LevelChange(
    double fromLevel,
    double toLevel,
    @Nullable MonitoredValue value,
    String site,
    double measured,
    double threshold,
    String reason) {
  /** Returns whether the mirroring becomes cheaper and less exact. */
  public boolean raises() {
    return toLevel > fromLevel;
  }
}
