package io.windsock.topology.receive;

import io.windsock.contracts.wire.Marker;

/**
 * Where a {@link Receiver} sends. Every record goes to the partition that the receiver's own
 * records come from. Called on the receiver's thread; keys and values are sent as they are, not
 * copied.
 */
public interface Outlet {
  /**
   * An event for regular clients.
   *
   * @param sequence the event's receive sequence, for the header {@code s}; rises with each call
   * @param appendTimeMs the record's timestamp
   */
  void forward(byte[] key, byte[] value, long sequence, long appendTimeMs);

  /**
   * An event for the mirrors; otherwise as {@link #forward}.
   *
   * @param sequence the highest receive sequence of the source events in it; lower than that of an
   *     earlier call where a rule withheld the event
   * @param withheldMs how long a rule withheld it, for the header {@code w}; 0: not at all
   */
  void mirror(byte[] key, byte[] value, long sequence, long appendTimeMs, long withheldMs);

  /**
   * A marker, to both outputs: no key, no sequence.
   *
   * @param value the marker as it is sent
   */
  void marker(Marker marker, byte[] value, long timestampMs);

  /**
   * The record being received goes to the dead-letter topic, its bytes untouched, with this reason.
   */
  void deadLetter(String reason);
}
