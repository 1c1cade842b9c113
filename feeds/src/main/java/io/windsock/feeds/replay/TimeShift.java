package io.windsock.feeds.replay;

import java.time.Instant;

/**
 * How far the events of a replay are moved in time: loops one after another, and with rebasing so
 * that the first event happens now, or at another time where that is asked for. Used by the
 * replaying thread.
 */
final class TimeShift {
  /** Between the last event of a loop and the first of the next. */
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

  /** By how much event time overtakes the clock from the first event to the last of all loops. */
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

  /** Where an event lies on the replay's own time line, which starts with the recording's. */
  long timelineMs(long recordedMs) {
    earliestMs = Math.min(earliestMs, recordedMs);
    latestMs = Math.max(latestMs, recordedMs);
    return recordedMs + loopsMs;
  }

  /** How much later an event that is sent now happens than it was recorded. */
  long shiftMs(long recordedMs, ReplayClock clock) {
    if (rebase && !begun) {
      rebaseMs = Math.max(notBeforeMs, clock.timeMs() - leadMs) - recordedMs;
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
