package io.windsock.feeds.replay.time;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Computes the time shift of a replay's events: loops follow one another, and with rebasing the
 * first event that is sent happens now or at a requested time. Used by the replaying thread.
 */
public final class TimeShift {
  /** The gap between the last event of a loop and the first of the next. */
  public static final long LOOP_GAP_MS = 1_000;

  private final boolean rebase;
  private final long notBeforeMs;
  private final long leadMs;
  private boolean begun;
  private long rebaseMs;
  private long loopsMs;
  private long earliestMs = Long.MAX_VALUE;
  private long latestMs = Long.MIN_VALUE;

  /**
   * Creates the shift of a replay.
   *
   * @param rebase whether the first event happens now, or at {@code notBefore} if that is later
   * @param leadMs how far event time gets ahead of the clock from the first event to the last
   */
  public TimeShift(boolean rebase, @Nullable Instant notBefore, long leadMs) {
    this.rebase = rebase;
    this.notBeforeMs = notBefore == null ? Long.MIN_VALUE : notBefore.toEpochMilli();
    this.leadMs = leadMs;
  }

  /** Returns an event's time on the replay's own time line, which starts with the recording's. */
  public long timelineMs(long recordedMs) {
    earliestMs = Math.min(earliestMs, recordedMs);
    latestMs = Math.max(latestMs, recordedMs);
    return recordedMs + loopsMs;
  }

  /** Returns the shift of an event that is sent now, relative to the recording. */
  public long shiftMs(long recordedMs, ReplayClock clock) {
    if (rebase && !begun) {
      rebaseMs = Math.max(notBeforeMs, clock.timeMs() - leadMs) - recordedMs - loopsMs;
    }
    begun = true;
    return rebaseMs + loopsMs;
  }

  /** Starts another loop after the whole of this one. */
  public void loop() {
    if (latestMs >= earliestMs) {
      loopsMs += latestMs - earliestMs + LOOP_GAP_MS;
    }
  }
}
