package io.windsock.topology.receive;

/**
 * What an event may be at most.
 *
 * @param maxEventBytes size of its value
 * @param maxFutureMs how far its event time may be ahead of the time when the broker appended it
 */
public record Limits(int maxEventBytes, long maxFutureMs) {
  /** The longest key admitted, in bytes. */
  public static final int MAX_KEY_BYTES = 1024;
}
