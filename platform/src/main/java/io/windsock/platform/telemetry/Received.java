package io.windsock.platform.telemetry;

/**
 * A sample, and when it was received.
 *
 * @param sample what was reported
 * @param atMs when the broker got it, ms since the epoch
 */
public record Received<T>(T sample, long atMs) {
  /** Whether it is so young at {@code nowMs} that it says something of now. */
  public boolean tellsOfNow(long nowMs) {
    return nowMs - atMs <= Members.ALIVE_MS;
  }
}
