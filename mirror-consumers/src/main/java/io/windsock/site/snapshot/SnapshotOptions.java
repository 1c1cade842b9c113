package io.windsock.site.snapshot;

/**
 * Options for when a site makes snapshots.
 *
 * @param everyMs the time between two snapshots, if the state has changed, ms
 * @param everyEvents the number of events applied after which a snapshot is made earlier
 */
public record SnapshotOptions(long everyMs, long everyEvents) {
  /** The default time between two snapshots: a minute. */
  public static final long EVERY_MS = 60_000;

  /** The default number of events between two snapshots. */
  public static final long EVERY_EVENTS = 200_000;

  /** The default options. */
  public static SnapshotOptions standard() {
    return new SnapshotOptions(EVERY_MS, EVERY_EVENTS);
  }
}
