package io.windsock.site.snapshot;

/** When the next snapshot is due. Pure; one thread owns it. */
final class SnapshotSchedule {
  private final SnapshotOptions options;
  private boolean any;
  private long lastMs;
  private long lastApplied;
  private long notBeforeMs = Long.MIN_VALUE;

  /**
   * At a site's start.
   *
   * @param any whether there is a snapshot from before
   */
  SnapshotSchedule(SnapshotOptions options, boolean any, long nowMs) {
    this.options = options;
    this.any = any;
    lastMs = nowMs;
  }

  /**
   * Whether one is due, given that the state has moved since the last.
   *
   * @param caughtUp whether the site has caught up with the log; before, only events count
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

  /** One was made. */
  void made(long applied, long nowMs) {
    any = true;
    lastMs = nowMs;
    lastApplied = applied;
  }

  /** One could not be made: not again before then. */
  void failed(long untilMs) {
    notBeforeMs = untilMs;
  }
}
