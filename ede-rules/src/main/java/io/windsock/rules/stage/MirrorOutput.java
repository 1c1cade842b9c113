package io.windsock.rules.stage;

import io.windsock.rules.history.KeyHistory;

/**
 * The receiver's side of a {@link MirroringFunction}: sends and counts final results. Called on the
 * function's thread during {@link MirroringFunction#receive} and {@link MirroringFunction#release};
 * it must not call the function.
 */
public interface MirrorOutput {
  /**
   * A source event is sent to the mirror topic, its bytes unchanged.
   *
   * @param value the framed bytes as received
   * @param sequence the event's own receive sequence, regardless of how long it was held
   * @param appendTimeMs the broker's append time of the source record
   */
  void passed(KeyHistory history, byte[] value, long sequence, long appendTimeMs);

  /**
   * An event that a rule derived is sent to the mirror topic: a tuple's derived event, or a {@code
   * CoalescedUpdate}.
   *
   * @param value newly created framed bytes
   * @param sequence the highest receive sequence of its parts
   * @param appendTimeMs for a coalesced update, the earliest of its parts; for a derived event,
   *     that of the part that completed it
   * @param carried the number of source events it carries; 0 for a tuple's derived event
   */
  void derived(KeyHistory history, byte[] value, long sequence, long appendTimeMs, int carried);

  /**
   * Source events were superseded and will not be sent.
   *
   * @param rule the rule that superseded them, an index into the names of its set
   * @param events the number of events
   */
  void taken(int rule, int events);

  /**
   * {@link MirroringFunction#release} decided on a held event, or made it due earlier. The key's
   * history may have changed, even if nothing was sent.
   */
  default void released(KeyHistory history) {}
}
