package io.windsock.rules.history;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/** Encodes one {@link KeyHistory} in its {@link HistoryFormat}. */
final class HistoryEncoder {
  private static final int ENOUGH_FOR_MOST = 64;

  private final KeyHistory history;
  private final HistoryLayout layout;
  private final boolean refers;
  private final long fromSequence;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(ENOUGH_FOR_MOST);
  private final BinaryEncoder out = EncoderFactory.get().directBinaryEncoder(bytes, null);

  /**
   * Creates it.
   *
   * @param fromSequence the lowest receive sequence of events to which the result may refer
   */
  HistoryEncoder(KeyHistory history, long fromSequence) {
    this.history = history;
    this.layout = history.layout();
    this.fromSequence = fromSequence;
    this.refers = history.mayReferTo(fromSequence);
  }

  byte[] encode() {
    try {
      bytes.write(refers ? HistoryFormat.REFERRING : HistoryFormat.PLAIN);
      for (int rule = 0; rule < layout.rules(); rule++) {
        encode(rule, layout.id(rule), layout.slots(rule));
      }
      encode(layout.rules(), HistoryFormat.ORPHANS, 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private void encode(int rule, int id, int slots) throws IOException {
    int start = layout.start(rule);
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
    out.writeLong((long) held << HistoryFormat.SLOT_BITS | used);
    for (int i = 0; i < used; i++) {
      out.writeLong(history.get(start + i));
    }
    for (HeldEvent link = first; link != null; link = link.next) {
      encode(link);
    }
  }

  private void encode(HeldEvent held) throws IOException {
    Event event = held.event;
    boolean reference = refers && event.isInSource(fromSequence);
    int flags = held.remembered ? HistoryFormat.REMEMBERED : 0;
    flags |= event.derived() ? HistoryFormat.DERIVED : 0;
    flags |= reference ? HistoryFormat.REFERS : 0;
    out.writeLong((long) held.part << HistoryFormat.partShift(refers) | flags);
    out.writeLong(event.sequence());
    out.writeLong(event.appendTimeMs());
    long after = held.dueMs - event.appendTimeMs();
    out.writeLong(held.dueMs == HeldEvent.NOT_QUEUED ? 0 : after >= 0 ? after + 1 : after);
    if (reference) {
      encode(Reference.to(event.value(), stream(event), event.offset()));
    } else {
      out.writeBytes(event.value());
    }
  }

  private String stream(Event event) {
    List<String> streams = layout.catalogue().streams();
    return streams.get(event.stream());
  }

  private void encode(Reference reference) throws IOException {
    out.writeString(reference.stream());
    out.writeLong(reference.offset());
    out.writeInt(reference.length());
    out.writeInt(reference.checksum());
  }
}
