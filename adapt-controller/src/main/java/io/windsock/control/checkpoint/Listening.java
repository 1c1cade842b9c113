package io.windsock.control.checkpoint;

/**
 * Since when a controller has listened to the members' samples without a gap. After its own pause,
 * while brokers do not answer it, or while the monitor topic does not exist, sites look silent
 * though they were not, and nothing may be trimmed past them. Owned by one thread.
 */
public final class Listening {
  private final long mostMs;
  private long sinceMs;
  private long lookedMs;

  /** The newest sample at the last look. */
  private long sampledMs;

  private boolean cutOff;

  /**
   * Begins to listen.
   *
   * @param expiryMs how long a site may be silent; after a gap of more than half of it, the
   *     controller begins anew
   */
  public Listening(long expiryMs, long nowMs) {
    mostMs = expiryMs / 2;
    sinceMs = nowMs;
    lookedMs = nowMs;
    sampledMs = nowMs;
  }

  /**
   * Begins a look at the samples, and returns since when there was no gap, ms since the epoch.
   *
   * @param newestMs when the newest sample of any member arrived, ms since the epoch; {@link
   *     Long#MIN_VALUE} if there is none
   */
  public long look(long nowMs, long newestMs) {
    if (cutOff || lacksSamples(nowMs) || clockWentBack(nowMs)) {
      sinceMs = nowMs;
      cutOff = false;
    }
    lookedMs = nowMs;
    sampledMs = newestMs == Long.MIN_VALUE ? sampledMs : newestMs;
    return sinceMs;
  }

  /**
   * Returns whether no sample had arrived for too long before this look. The newest sample of the
   * last look counts, so this also holds for the look that finds the first sample after a gap, and
   * after a pause of this controller.
   */
  private boolean lacksSamples(long nowMs) {
    return nowMs - sampledMs > mostMs;
  }

  /**
   * Returns whether the clock was set back. A machine's clock that steps forward takes the estimate
   * of the brokers' clock with it until new samples correct that, and a time in the future would
   * delay trimming for as long as the step.
   */
  private boolean clockWentBack(long nowMs) {
    return nowMs < lookedMs;
  }

  /** Records that the brokers do not answer, so samples may not come either. */
  public void cutOff() {
    cutOff = true;
  }
}
