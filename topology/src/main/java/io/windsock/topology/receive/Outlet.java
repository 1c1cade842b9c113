package io.windsock.topology.receive;

import io.windsock.contracts.wire.Marker;

/**
 * The destination of a {@link Receiver}'s records. Every record goes to the partition that the
 * receiver's own records come from. Called on the receiver's thread; keys and values are sent
 * without copying.
 */
public interface Outlet {
  /**
   * Sends an event to regular clients.
   *
   * @param sequence the event's receive sequence, for the header {@code s}; increases with each
   *     call
   * @param appendTimeMs the record's timestamp
   */
  void forward(byte[] key, byte[] value, long sequence, long appendTimeMs);

  /**
   * Sends an event to the mirrors; otherwise like {@link #forward}.
   *
   * @param sequence the highest receive sequence of the source events in it; lower than that of an
   *     earlier call if a rule withheld the event
   * @param withheldMs how long a rule withheld it, for the header {@code w}; 0 if not at all
   */
  void mirror(byte[] key, byte[] value, long sequence, long appendTimeMs, long withheldMs);

  /**
   * Sends a marker to both outputs, without a key or a sequence.
   *
   * @param value the encoded marker
   */
  void marker(Marker marker, byte[] value, long timestampMs);

  /** Sends the record being received to the dead-letter topic unchanged, with this reason. */
  void deadLetter(String reason);
}
