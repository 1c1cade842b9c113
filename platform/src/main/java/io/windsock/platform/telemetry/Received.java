package io.windsock.platform.telemetry;

/**
 * A sample and the time it was received.
 *
 * @param sample the sample
 * @param atMs the broker's timestamp, ms since the epoch
 */
public record Received<T>(T sample, long atMs) {
  /** Returns whether the sample is recent enough to describe the state at {@code nowMs}. */
  public boolean isCurrent(long nowMs) {
    return nowMs - atMs <= Members.ALIVE_MS;
  }
}
