package io.windsock.rules.history;

import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.SchemaVersion;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.jspecify.annotations.Nullable;

/**
 * The encoding of a {@link KeyHistory} in the changelog.
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
 * <p>Varints are Avro's. An overwrite rule that holds nothing takes six bytes in all.
 */
final class HistoryFormat {
  /** The id of the chain of events whose rule no longer exists. */
  static final int ORPHANS = 0;

  /** The maximum size of a link without its event: five varints. */
  static final int MAX_LINK_BYTES = 5 * HistoryFormat.MAX_VARINT_BYTES;

  private static final int MAX_VARINT_BYTES = 10;
  private static final int MAX_SLOTS = 7;
  private static final int ID_BYTES = 3;
  private static final byte VERSION = 1;
  private static final int SLOT_BITS = 3;
  private static final int REMEMBERED = 1;
  private static final int DERIVED = 2;
  private static final int PART_SHIFT = 2;

  private final BinaryDecoder in;
  private final HistoryLayout layout;
  private final KeyHistory history;

  private HistoryFormat(byte[] key, byte[] bytes, HistoryLayout layout) {
    this.in = DecoderFactory.get().binaryDecoder(bytes, null);
    this.layout = layout;
    this.history = new KeyHistory(key, layout);
  }

  /** The maximum size of a history for this number of rules, without its links. */
  static int maxNumberBytes(int rules) {
    return 1 + (rules + 1) * (ID_BYTES + (1 + MAX_SLOTS) * MAX_VARINT_BYTES);
  }

  static byte[] encode(KeyHistory history) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(32);
    HistoryLayout layout = history.layout();
    try {
      BinaryEncoder out = EncoderFactory.get().directBinaryEncoder(bytes, null);
      bytes.write(VERSION);
      for (int rule = 0; rule < layout.rules(); rule++) {
        encode(history, rule, layout.id(rule), layout.slots(rule), bytes, out);
      }
      encode(history, layout.rules(), ORPHANS, 0, bytes, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void encode(
      KeyHistory history,
      int rule,
      int id,
      int slots,
      ByteArrayOutputStream bytes,
      BinaryEncoder out)
      throws IOException {
    int start = history.layout().start(rule);
    HeldEvent first = history.first(rule);
    int used = slots;
    while (used > 0 && history.get(start + used - 1) == 0) {
      used--;
    }
    if (used == 0 && first == null) {
      return;
    }
    bytes.write(id >>> 16);
    bytes.write(id >>> 8);
    bytes.write(id);
    int held = 0;
    for (HeldEvent link = first; link != null; link = link.next) {
      held++;
    }
    out.writeLong((long) held << SLOT_BITS | used);
    for (int i = 0; i < used; i++) {
      out.writeLong(history.get(start + i));
    }
    for (HeldEvent link = first; link != null; link = link.next) {
      encode(link, out);
    }
  }

  private static void encode(HeldEvent held, BinaryEncoder out) throws IOException {
    Event event = held.event;
    int flags = (held.remembered ? REMEMBERED : 0) | (event.derived() ? DERIVED : 0);
    out.writeLong((long) held.part << PART_SHIFT | flags);
    out.writeLong(event.sequence());
    out.writeLong(event.appendTimeMs());
    long after = held.dueMs - event.appendTimeMs();
    out.writeLong(held.dueMs == HeldEvent.NOT_QUEUED ? 0 : after >= 0 ? after + 1 : after);
    out.writeBytes(event.value());
  }

  static KeyHistory decode(byte[] key, byte[] bytes, HistoryLayout layout) {
    try {
      return new HistoryFormat(key, bytes, layout).decode();
    } catch (EOFException e) {
      throw new IllegalArgumentException("a history that is cut short", e);
    } catch (IOException e) {
      throw new IllegalArgumentException("a history with a malformed number", e);
    }
  }

  private KeyHistory decode() throws IOException {
    byte[] version = new byte[1];
    in.readFixed(version);
    if (version[0] != VERSION) {
      throw new IllegalArgumentException("a history of version " + version[0] + ", not " + VERSION);
    }
    while (!in.isEnd()) {
      entry();
    }
    history.clean();
    return history;
  }

  private void entry() throws IOException {
    byte[] idBytes = new byte[ID_BYTES];
    in.readFixed(idBytes);
    int id = (idBytes[0] & 0xff) << 16 | (idBytes[1] & 0xff) << 8 | (idBytes[2] & 0xff);
    long shape = in.readLong();
    int slots = (int) (shape & ((1 << SLOT_BITS) - 1));
    long held = shape >> SLOT_BITS;
    int rule = id == ORPHANS ? -1 : layout.indexOf(id);
    boolean applies = rule >= 0 && layout.slots(rule) >= slots;
    for (int i = 0; i < slots; i++) {
      long value = in.readLong();
      if (applies) {
        history.set(layout.start(rule) + i, value);
      }
    }
    for (long i = 0; i < held; i++) {
      held(applies ? rule : layout.rules());
    }
  }

  private void held(int rule) throws IOException {
    long flags = in.readLong();
    boolean remembered = (flags & REMEMBERED) != 0;
    long sequence = in.readLong();
    long appendTimeMs = in.readLong();
    long due = in.readLong();
    byte[] value = readBytes();
    int orphans = layout.rules();
    SchemaVersion version = layout.catalogue().version(Framing.schemaId(value));
    int chain = version == null ? orphans : rule;
    if (chain == orphans && remembered) {
      return; // it has been sent
    }
    Event event = event(value, version, sequence, appendTimeMs, (flags & DERIVED) != 0);
    HeldEvent held = new HeldEvent(history, chain, event, (int) (flags >> PART_SHIFT), remembered);
    held.dueMs = due == 0 ? HeldEvent.NOT_QUEUED : appendTimeMs + (due > 0 ? due - 1 : due);
    history.append(held);
  }

  private static Event event(
      byte[] value, @Nullable SchemaVersion version, long sequence, long time, boolean derived) {
    Event event = new Event();
    return derived
        ? event.derived(value, version, sequence, time, 0)
        : event.source(value, version, sequence, time);
  }

  /** Rejects a length that exceeds the remaining bytes. */
  private byte[] readBytes() throws IOException {
    long length = in.readLong();
    if (length < 0 || length > in.inputStream().available()) {
      throw new IllegalArgumentException("a history with an event of " + length + " bytes");
    }
    byte[] value = new byte[(int) length];
    in.readFixed(value);
    return value;
  }
}
