package io.windsock.rules;

import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.SchemaVersion;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The form in which a {@link KeyHistory} is logged.
 *
 * <pre>
 *  history := 0x01 entry*                     one entry for each rule that has something, in rule order
 *  entry   := id:3 shape numbers held*        id: the rule's, 0 for events whose rule is gone
 *  shape   := varint(count of held &lt;&lt; 3 | count of numbers)
 *  numbers := varint*                         up to the last that is not 0
 *  held    := varint(part &lt;&lt; 2 | derived &lt;&lt; 1 | remembered) varint(sequence) varint(append time)
 *             varint(due time − append time, shifted by one; 0: not queued) varint(length) bytes
 * </pre>
 *
 * <p>Varints are zigzag. An overwrite rule that withholds nothing takes six bytes in all.
 */
final class HistoryFormat {
  /** The id of the chain of events whose rule is gone. */
  static final int ORPHANS = 0;

  /** The most numbers that a rule may keep. */
  static final int MAX_NUMBERS = 7;

  /** The most that a link takes besides its event: five varints. */
  static final int MAX_LINK_BYTES = 5 * Bytes.MAX_VARINT;

  private static final int ID_BYTES = 3;
  private static final byte VERSION = 1;
  private static final int NUMBER_BITS = 3;
  private static final int REMEMBERED = 1;
  private static final int DERIVED = 2;
  private static final int PART_SHIFT = 2;

  private final byte[] in;
  private final RuleSet rules;
  private final KeyHistory history;
  private int at;

  private HistoryFormat(byte[] key, byte[] in, RuleSet rules) {
    this.in = in;
    this.rules = rules;
    this.history = new KeyHistory(key, rules);
  }

  /** The most that a history of so many rules takes besides its links. */
  static int maxNumberBytes(int rules) {
    return 1 + (rules + 1) * (ID_BYTES + (1 + MAX_NUMBERS) * Bytes.MAX_VARINT);
  }

  static byte[] encode(KeyHistory history) {
    Bytes out = new Bytes(32);
    out.writeByte(VERSION);
    RuleSet rules = history.rules();
    int count = rules.names().size();
    for (int rule = 0; rule < count; rule++) {
      int slot = rules.slot(rule);
      encode(history, rules.id(rule), slot, rules.slot(rule + 1) - slot, history.first(rule), out);
    }
    encode(history, ORPHANS, 0, 0, history.first(count), out);
    return out.toByteArray();
  }

  private static void encode(
      KeyHistory history, int id, int slot, int numbers, @Nullable Held chain, Bytes out) {
    int used = numbers;
    while (used > 0 && history.number(slot + used - 1) == 0) {
      used--;
    }
    if (used == 0 && chain == null) {
      return;
    }
    out.writeByte(id >>> 16);
    out.writeByte(id >>> 8);
    out.writeByte(id);
    int held = 0;
    for (Held link = chain; link != null; link = link.next) {
      held++;
    }
    out.writeLong((long) held << NUMBER_BITS | used);
    for (int i = 0; i < used; i++) {
      out.writeLong(history.number(slot + i));
    }
    for (Held link = chain; link != null; link = link.next) {
      encode(link, out);
    }
  }

  private static void encode(Held held, Bytes out) {
    Event event = held.event;
    int flags = (held.remembered ? REMEMBERED : 0) | (event.derived() ? DERIVED : 0);
    out.writeLong((long) held.part << PART_SHIFT | flags);
    out.writeLong(event.sequence());
    out.writeLong(event.appendTimeMs());
    if (held.dueMs == Held.NOT_QUEUED) {
      out.writeLong(0);
    } else {
      long after = held.dueMs - event.appendTimeMs();
      out.writeLong(after >= 0 ? after + 1 : after);
    }
    out.writeBytes(event.value());
  }

  static KeyHistory decode(byte[] key, byte[] bytes, RuleSet rules) {
    try {
      return new HistoryFormat(key, bytes, rules).decode();
    } catch (IndexOutOfBoundsException e) {
      throw new IllegalArgumentException("a history that is cut short", e);
    }
  }

  private KeyHistory decode() {
    if (in[at++] != VERSION) {
      throw new IllegalArgumentException("a history of version " + in[0] + ", not " + VERSION);
    }
    while (at < in.length) {
      entry();
    }
    history.clean();
    return history;
  }

  private void entry() {
    int id = (in[at] & 0xff) << 16 | (in[at + 1] & 0xff) << 8 | (in[at + 2] & 0xff);
    at += ID_BYTES;
    long shape = readLong();
    int numbers = (int) (shape & ((1 << NUMBER_BITS) - 1));
    long held = shape >> NUMBER_BITS;
    int rule = id == ORPHANS ? -1 : rules.indexOf(id);
    boolean applies = rule >= 0 && rules.slot(rule + 1) - rules.slot(rule) >= numbers;
    for (int i = 0; i < numbers; i++) {
      long number = readLong();
      if (applies) {
        history.number(rules.slot(rule) + i, number);
      }
    }
    for (long i = 0; i < held; i++) {
      held(applies ? rule : rules.names().size());
    }
  }

  private void held(int rule) {
    long flags = readLong();
    boolean remembered = (flags & REMEMBERED) != 0;
    boolean derived = (flags & DERIVED) != 0;
    long sequence = readLong();
    long appendTimeMs = readLong();
    long due = readLong();
    byte[] value = readBytes();
    int orphans = rules.names().size();
    if (rule == orphans && remembered) {
      return;
    }
    SchemaVersion version = rules.catalogue().version(Framing.schemaId(value));
    Event event = new Event();
    event.set(value, version, sequence, appendTimeMs, derived);
    int chain = version == null ? orphans : rule;
    Held held = new Held(history, chain, event, (int) (flags >> PART_SHIFT), remembered);
    held.dueMs = due == 0 ? Held.NOT_QUEUED : appendTimeMs + (due > 0 ? due - 1 : due);
    history.append(held);
  }

  private long readLong() {
    long raw = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      byte b = in[at++];
      raw |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return (raw >>> 1) ^ -(raw & 1);
      }
    }
    throw new IllegalArgumentException("a history with a number of more than 64 bits");
  }

  private byte[] readBytes() {
    long length = readLong();
    if (length < 0 || length > in.length - at) {
      throw new IllegalArgumentException("a history with an event of " + length + " bytes");
    }
    byte[] value = Arrays.copyOfRange(in, at, at + (int) length);
    at += (int) length;
    return value;
  }
}
