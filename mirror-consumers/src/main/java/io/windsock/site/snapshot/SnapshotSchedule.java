package io.windsock.site.snapshot;

/** Determines when the next snapshot is due. Does no I/O; owned by one thread. */
final class SnapshotSchedule {
  private final SnapshotOptions options;
  private boolean any;
  private long lastMs;
  private long lastApplied;
  private long notBeforeMs = Long.MIN_VALUE;

  /**
   * Creates the schedule at a site's start.
   *
   * @param any whether an earlier snapshot exists
   */
  SnapshotSchedule(SnapshotOptions options, boolean any, long nowMs) {
    this.options = options;
    this.any = any;
    lastMs = nowMs;
  }

  /**
   * Whether a snapshot is due, given that the state has changed since the last one.
   *
   * @param caughtUp whether the site has caught up with the log; until then, only events count
   * @param applied events applied since the start
   */
  boolean due(boolean caughtUp, long applied, long nowMs) {
    if (nowMs < notBeforeMs) {
      return false;
    }
    if (applied - lastApplied >= options.everyEvents()) {
      return true;
    }
    return caughtUp && (!any || nowMs - lastMs >= options.everyMs());
  }

  /** Records that a snapshot was made. */
  void made(long applied, long nowMs) {
    any = true;
    lastMs = nowMs;
    lastApplied = applied;
  }

  /** Records a failure: no snapshot is due before {@code untilMs}. */
  void failed(long untilMs) {
    notBeforeMs = untilMs;
  }
}
