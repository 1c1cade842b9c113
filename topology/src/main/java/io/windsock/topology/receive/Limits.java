package io.windsock.topology.receive;

/**
 * Upper limits of events.
 *
 * @param maxEventBytes the size of the value
 * @param maxFutureMs how far the event time may be ahead of the broker's append time
 */
public record Limits(int maxEventBytes, long maxFutureMs) {
  /** The longest key admitted, in bytes. */
  public static final int MAX_KEY_BYTES = 1024;
}
