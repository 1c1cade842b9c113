package io.windsock.feeds.replay;

import java.time.Instant;

/**
 * Computes the time shift of a replay's events: loops follow one another, and with rebasing the
 * first event happens now or at a requested time. Used by the replaying thread.
 */
final class TimeShift {
  /** The gap between the last event of a loop and the first of the next. */
  private static final long LOOP_GAP_MS = 1_000;

  private final boolean rebase;
  private final long notBeforeMs;
  private final long leadMs;
  private boolean begun;
  private long rebaseMs;
  private long loopsMs;
  private long earliestMs = Long.MAX_VALUE;
  private long latestMs = Long.MIN_VALUE;

  TimeShift(ReplayOptions options) {
    rebase = options.rebase();
    Instant notBefore = options.notBefore();
    notBeforeMs = notBefore == null ? Long.MIN_VALUE : notBefore.toEpochMilli();
    leadMs = leadMs(options);
  }

  /**
   * Returns how far event time gets ahead of the clock from the first event to the last of all
   * loops.
   */
  private static long leadMs(ReplayOptions options) {
    long lengthMs = options.length().toMillis();
    if (options.loops() == ReplayOptions.ENDLESS || lengthMs == 0) {
      return 0;
    }
    long wholeMs = options.loops() * (lengthMs + LOOP_GAP_MS) - LOOP_GAP_MS;
    Speed speed = options.speed();
    long lastsMs = speed.isMax() ? 0 : (long) (wholeMs / speed.factor());
    return Math.max(0, wholeMs - lastsMs);
  }

  /** Returns an event's time on the replay's own time line, which starts with the recording's. */
  long timelineMs(long recordedMs) {
    earliestMs = Math.min(earliestMs, recordedMs);
    latestMs = Math.max(latestMs, recordedMs);
    return recordedMs + loopsMs;
  }

  /** Returns the shift of an event that is sent now, relative to the recording. */
  long shiftMs(long recordedMs, ReplayClock clock) {
    if (rebase && !begun) {
      rebaseMs = Math.max(notBeforeMs, clock.timeMs() - leadMs) - recordedMs;
    }
    begun = true;
    return rebaseMs + loopsMs;
  }

  /** Starts another loop after the whole of this one. */
  void loop() {
    if (latestMs >= earliestMs) {
      loopsMs += latestMs - earliestMs + LOOP_GAP_MS;
    }
  }
}
