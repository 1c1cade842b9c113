package io.windsock.rules.history;

/**
 * The encoding of a {@link KeyHistory} in the changelog.
 *
 * <pre>
 *  history := version entry*                  one entry for each rule that has something, in rule order
 *  version := 0x01, or 0x02 if it refers to events that the source has
 *  entry   := id:3 shape numbers held*        id: the rule's, 0 for events whose rule is gone
 *  shape   := varint(count of held &lt;&lt; 3 | count of numbers)
 *  numbers := varint*                         up to the last that is not 0
 *  held    := flags varint(sequence) varint(append time)
 *             varint(due time − append time, shifted by one; 0: not queued) event
 *  flags   := varint(part &lt;&lt; 2 | derived &lt;&lt; 1 | remembered) in version 1,
 *             varint(part &lt;&lt; 3 | refers &lt;&lt; 2 | derived &lt;&lt; 1 | remembered) in version 2
 *  event   := varint(length) bytes; if it refers: varint(length) stream varint(offset)
 *             varint(length of the event) varint(its CRC-32C)
 * </pre>
 *
 * <p>Varints are Avro's. An overwrite rule that holds nothing takes six bytes in all.
 */
final class HistoryFormat {
  /** The version of a history that has the bytes of all its events. */
  static final byte PLAIN = 1;

  /** The version of one that refers to some. */
  static final byte REFERRING = 2;

  /** The id of the chain of events whose rule no longer exists. */
  static final int ORPHANS = 0;

  static final int ID_BYTES = 3;
  static final int SLOT_BITS = 3;
  static final int REMEMBERED = 1;
  static final int DERIVED = 2;
  static final int REFERS = 4;

  private static final int MAX_VARINT_BYTES = 10;

  /** The maximum size of a link without its event: five varints. */
  static final int MAX_LINK_BYTES = 5 * MAX_VARINT_BYTES;

  private static final int MAX_SLOTS = 7;

  private HistoryFormat() {}

  /** The maximum size of a history for this number of rules, without its links. */
  static int maxNumberBytes(int rules) {
    return 1 + (rules + 1) * (ID_BYTES + (1 + MAX_SLOTS) * MAX_VARINT_BYTES);
  }

  /** How far the number of a held event's part is shifted. */
  static int partShift(boolean referring) {
    return referring ? 3 : 2;
  }
}
