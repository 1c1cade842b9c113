package io.windsock.site.snapshot;

/**
 * When a site makes snapshots.
 *
 * @param everyMs the time between two, if the state has moved, ms
 * @param everyEvents events applied after which one is made earlier
 */
public record SnapshotOptions(long everyMs, long everyEvents) {
  /** Where nothing else is set: a minute. */
  public static final long EVERY_MS = 60_000;

  /** Where nothing else is set. */
  public static final long EVERY_EVENTS = 200_000;

  /** As shipped. */
  public static SnapshotOptions standard() {
    return new SnapshotOptions(EVERY_MS, EVERY_EVENTS);
  }
}
