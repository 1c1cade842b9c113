package io.windsock.control.checkpoint;

/**
 * Since when a controller has listened to the sites' samples without a gap. After its own pause, or
 * while brokers do not answer it, sites look silent though they were not, and nothing may be
 * trimmed past them.
 */
public final class Listening {
  private final long mostMs;
  private long sinceMs;
  private long lookedMs;
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
  }

  /** Begins a look at the samples, and returns since when there was no gap, ms since the epoch. */
  public long look(long nowMs) {
    if (cutOff || nowMs - lookedMs > mostMs) {
      sinceMs = nowMs;
      cutOff = false;
    }
    lookedMs = nowMs;
    return sinceMs;
  }

  /** Records that the brokers do not answer, so samples may not come either. */
  public void cutOff() {
    cutOff = true;
  }
}
