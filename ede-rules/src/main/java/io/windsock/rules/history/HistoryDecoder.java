package io.windsock.rules.history;

import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.SchemaVersion;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.jspecify.annotations.Nullable;

/** Decodes one {@link KeyHistory} from its {@link HistoryFormat}. */
final class HistoryDecoder {
  private final BinaryDecoder in;
  private final HistoryLayout layout;
  private final KeyHistory history;
  private final References references;
  private boolean referring;

  HistoryDecoder(byte[] key, byte[] bytes, HistoryLayout layout, References references) {
    this.in = DecoderFactory.get().binaryDecoder(bytes, null);
    this.layout = layout;
    this.history = new KeyHistory(key, layout);
    this.references = references;
  }

  /**
   * Decodes it.
   *
   * @throws IllegalArgumentException for bytes that no history has
   */
  KeyHistory decode() {
    try {
      all();
      return history;
    } catch (EOFException e) {
      throw new IllegalArgumentException("a history that is cut short", e);
    } catch (IOException e) {
      throw new IllegalArgumentException("a history with a malformed number", e);
    }
  }

  private void all() throws IOException {
    byte[] version = new byte[1];
    in.readFixed(version);
    referring = version[0] == HistoryFormat.REFERRING;
    if (!referring && version[0] != HistoryFormat.PLAIN) {
      throw new IllegalArgumentException(
          "a history of version "
              + version[0]
              + ", neither "
              + HistoryFormat.PLAIN
              + " nor "
              + HistoryFormat.REFERRING);
    }
    while (!in.isEnd()) {
      entry();
    }
    history.clean();
  }

  private void entry() throws IOException {
    byte[] idBytes = new byte[HistoryFormat.ID_BYTES];
    in.readFixed(idBytes);
    int id = (idBytes[0] & 0xff) << 16 | (idBytes[1] & 0xff) << 8 | (idBytes[2] & 0xff);
    long shape = in.readLong();
    int slots = (int) (shape & ((1 << HistoryFormat.SLOT_BITS) - 1));
    long held = shape >> HistoryFormat.SLOT_BITS;
    int rule = id == HistoryFormat.ORPHANS ? -1 : layout.indexOf(id);
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
    boolean remembered = (flags & HistoryFormat.REMEMBERED) != 0;
    long sequence = in.readLong();
    long appendTimeMs = in.readLong();
    long due = in.readLong();
    byte[] value = value(referring && (flags & HistoryFormat.REFERS) != 0, !remembered);
    if (value == null) {
      return;
    }
    int orphans = layout.rules();
    SchemaVersion version = layout.catalogue().version(Framing.schemaId(value));
    int chain = version == null ? orphans : rule;
    if (chain == orphans && remembered) {
      return; // it has been sent
    }
    boolean derived = (flags & HistoryFormat.DERIVED) != 0;
    int part = (int) (flags >> HistoryFormat.partShift(referring));
    Event event = event(value, version, sequence, appendTimeMs, derived);
    HeldEvent held = new HeldEvent(history, chain, event, part, remembered);
    held.dueMs = due == 0 ? HeldEvent.NOT_QUEUED : appendTimeMs + (due > 0 ? due - 1 : due);
    history.append(held);
  }

  private byte @Nullable [] value(boolean refers, boolean isHeld) throws IOException {
    if (!refers) {
      return readBytes();
    }
    String stream = new String(readBytes(), StandardCharsets.UTF_8);
    return references.read(
        new Reference(stream, in.readLong(), in.readInt(), in.readInt()), isHeld);
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
