package io.windsock.feeds.replay;

/**
 * How far the events of a replay are moved in time: loops one after another, and with rebasing so
 * that the first event happens now, or later where that is asked for. Used by the replaying thread.
 */
final class TimeShift {
  /** Between the last event of a loop and the first of the next. */
  private static final long LOOP_GAP_MS = 1_000;

  private final boolean rebase;
  private final long notBeforeMs;
  private boolean begun;
  private long rebaseMs;
  private long loopsMs;
  private long earliestMs = Long.MAX_VALUE;
  private long latestMs = Long.MIN_VALUE;

  TimeShift(boolean rebase, long notBeforeMs) {
    this.rebase = rebase;
    this.notBeforeMs = notBeforeMs;
  }

  /** Where an event lies on the replay's own time line, which starts with the recording's. */
  long timelineMs(long recordedMs) {
    earliestMs = Math.min(earliestMs, recordedMs);
    latestMs = Math.max(latestMs, recordedMs);
    return recordedMs + loopsMs;
  }

  /** How much later an event that is sent now happens than it was recorded. */
  long shiftMs(long recordedMs, ReplayClock clock) {
    if (rebase && !begun) {
      rebaseMs = Math.max(notBeforeMs, clock.timeMs()) - recordedMs;
    }
    begun = true;
    return rebaseMs + loopsMs;
  }

  /** Begins another loop, after all of this one. */
  void loop() {
    if (latestMs >= earliestMs) {
      loopsMs += latestMs - earliestMs + LOOP_GAP_MS;
    }
  }
}
