package io.windsock.platform.telemetry;

import io.windsock.contracts.wire.SiteSample;
import java.util.Arrays;

/** Where a site is in its life, as its samples say. */
public enum MemberPhase {
  /** Applies what the log has, and is not near its end yet. */
  CATCHING_UP,
  /** Serves clients. */
  LIVE,
  /** Needs another site's snapshot. */
  JOINING,
  /** Waits for its disk, or rebuilds its state. */
  REPAIRING,
  /** Has stopped by itself. */
  STOPPED,
  /** Was closed in order. */
  CLOSED,
  /** One that this release does not know. */
  UNKNOWN;

  /** The phase that a sample names. */
  public static MemberPhase of(SiteSample sample) {
    return parse(sample.getPhase());
  }

  /** The phase of this name. */
  public static MemberPhase parse(String name) {
    return Arrays.stream(values())
        .filter(phase -> phase.name().equals(name))
        .findFirst()
        .orElse(UNKNOWN);
  }

  /** Whether a site in it gives its snapshot to others. */
  public boolean givesSnapshots() {
    return this == LIVE || this == CATCHING_UP;
  }

  /** Whether a site leaves it by another site's snapshot, or by its disk's being repaired. */
  public boolean waits() {
    return this == JOINING || this == REPAIRING;
  }
}
