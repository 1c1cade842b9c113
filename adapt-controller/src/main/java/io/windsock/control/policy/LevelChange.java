package io.windsock.control.policy;

import io.windsock.control.monitor.MonitoredValue;
import org.jspecify.annotations.Nullable;

/**
 * A change of the mirroring.
 *
 * @param fromLevel the level before, 0 (the exact base function) to 1 (the cheapest one)
 * @param toLevel the level after
 * @param value the monitored value that decided; null if none did
 * @param site where it was measured; empty if nowhere
 * @param measured what it was, in the value's unit
 * @param threshold what it was held against
 * @param reason all of it in words, for an operator
 */
public record LevelChange(
    double fromLevel,
    double toLevel,
    @Nullable MonitoredValue value,
    String site,
    double measured,
    double threshold,
    String reason) {
  /** Whether the mirroring becomes cheaper, and less exact. */
  public boolean raises() {
    return toLevel > fromLevel;
  }
}
