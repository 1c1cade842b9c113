package io.windsock.platform.telemetry;

import io.windsock.contracts.wire.SiteSample;
import java.util.Arrays;

/** A site's phase, as its samples report it. */
public enum MemberPhase {
  /** Applies the log, and is not near its end yet. */
  CATCHING_UP,
  /** Serves clients. */
  LIVE,
  /** Needs another site's snapshot. */
  JOINING,
  /** Waits for its disk, or rebuilds its state. */
  REPAIRING,
  /** Has stopped because of an error. */
  STOPPED,
  /** Was closed normally. */
  CLOSED,
  /** A phase that this release does not know. */
  UNKNOWN;

  /** Returns the phase that a sample names. */
  public static MemberPhase of(SiteSample sample) {
    return parse(sample.getPhase());
  }

  /** Returns the phase with this name. */
  public static MemberPhase parse(String name) {
    return Arrays.stream(values())
        .filter(phase -> phase.name().equals(name))
        .findFirst()
        .orElse(UNKNOWN);
  }

  /** Returns whether a site in this phase provides its snapshot to others. */
  public boolean givesSnapshots() {
    return this == LIVE || this == CATCHING_UP;
  }

  /**
   * Returns whether a site in this phase waits for another site's snapshot or for its disk's
   * repair.
   */
  public boolean waits() {
    return this == JOINING || this == REPAIRING;
  }
}
