package io.windsock.rules.stage;

import io.windsock.rules.history.KeyHistory;

/**
 * The receiver's side of a {@link MirroringFunction}: sends and counts what is final. Called on the
 * function's thread, during {@link MirroringFunction#receive} and {@link
 * MirroringFunction#release}; it must not call the function back.
 */
public interface MirrorOutput {
  /**
   * A source event goes to the mirror topic, its bytes untouched.
   *
   * @param value the framed bytes as received
   * @param sequence the event's own receive sequence, however long it was held
   * @param appendTimeMs when the broker appended the source record
   */
  void passed(KeyHistory history, byte[] value, long sequence, long appendTimeMs);

  /**
   * An event that a rule derived goes to the mirror topic: a tuple's derived event, or a {@code
   * CoalescedUpdate}.
   *
   * @param value framed bytes, newly made
   * @param sequence the highest receive sequence of its parts
   * @param appendTimeMs of a coalesced update the earliest of its parts'; of a derived event that
   *     of the part that completed it
   * @param carried how many source events it carries; 0 for a tuple's derived event
   */
  void derived(KeyHistory history, byte[] value, long sequence, long appendTimeMs, int carried);

  /**
   * Source events were superseded: they will not be sent.
   *
   * @param rule the rule that took them, an index into the names of its set
   * @param events how many
   */
  void taken(int rule, int events);

  /**
   * Something held came due and was decided on by {@link MirroringFunction#release}, or is due
   * sooner than before: the key's history may have changed, whether or not anything was sent.
   */
  default void released(KeyHistory history) {}
}
