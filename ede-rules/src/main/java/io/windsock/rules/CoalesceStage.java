package io.windsock.rules;

import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.SchemaVersion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@link Coalesce}, compiled. Keeps four numbers a key: events received for the update, events
 * superseded in it, how many of them the mirrors lack and since when; and the parts. The first link
 * of the chain stands in the queue for all.
 */
final class CoalesceStage implements Stage {
  /** Bytes of parts from which an update is sent before it is full. */
  static final int MAX_BYTES = 512 * 1024;

  private final int index;
  private final int received;
  private final int superseded;
  private final int max;
  private final long maxHoldMs;

  CoalesceStage(int index, int slot, int max, long maxHoldMs) {
    this.index = index;
    this.received = slot;
    this.superseded = slot + 1;
    this.max = max;
    this.maxHoldMs = maxHoldMs;
  }

  @Override
  public int numbers() {
    return 4;
  }

  @Override
  public int lackSlot() {
    return superseded + 1;
  }

  @Override
  public long maxHoldMs() {
    return maxHoldMs;
  }

  @Override
  public Verdict receive(KeyHistory history, Event event, MirroringFunction function) {
    int length = event.value().length;
    if (bytes(history) + length > MAX_BYTES || !history.hasRoom(length)) {
      flush(history, function);
    }
    if (!history.hasRoom(length)) {
      return Verdict.PASS;
    }
    long count = history.number(received) + 1;
    history.number(received, count);
    include(history, event, function);
    function.withheld().add(history, index, event);
    if (count >= max) {
      flush(history, function);
    }
    return Verdict.DONE;
  }

  private int bytes(KeyHistory history) {
    int bytes = 0;
    for (Held link = history.first(index); link != null; link = link.next) {
      bytes += link.event.value().length;
    }
    return bytes;
  }

  private void include(KeyHistory history, Event event, MirroringFunction function) {
    Held same = sameType(history, event);
    if (same == null) {
      Held link = new Held(history, index, event, 0, false);
      if (history.first(index) == null) {
        function.queue(link);
      }
      function.keep(history, link);
      return;
    }
    history.number(superseded, history.number(superseded) + 1);
    if (event.asNewAs(same.event)) {
      same.replace(event);
    }
    function.taken(index, 1);
  }

  /** The part that {@code event} replaces or is replaced by; null for an essential one. */
  private @Nullable Held sameType(KeyHistory history, Event event) {
    EventType type = type(event);
    if (type == null || !type.supersedable() || event.derived()) {
      return null;
    }
    Held link = history.first(index);
    while (link != null && type(link.event) != type) {
      link = link.next;
    }
    return link;
  }

  private static @Nullable EventType type(Event event) {
    SchemaVersion version = event.version();
    return version == null ? null : version.type();
  }

  @Override
  public void due(Held held, MirroringFunction function) {
    flush(held.owner, function);
  }

  private void flush(KeyHistory history, MirroringFunction function) {
    List<Event> parts = takeParts(history, function);
    int replaced = (int) history.number(superseded);
    history.number(received, 0);
    history.number(superseded, 0);
    function.withheld().clear(history, index);
    if (parts.size() == 1) {
      function.goOn(history, parts.get(0), index);
    } else if (!parts.isEmpty()) {
      send(history, parts, replaced, function);
    }
  }

  private List<Event> takeParts(KeyHistory history, MirroringFunction function) {
    List<Event> parts = new ArrayList<>();
    Held link = history.first(index);
    while (link != null) {
      parts.add(link.event);
      function.unhold(link);
      link = history.first(index);
    }
    // A part that replaced another is in the other's place.
    parts.sort(Comparator.comparingLong(Event::sequence));
    return parts;
  }

  /** Sends {@code parts}, which are in receive order, in one update. */
  private static void send(
      KeyHistory history, List<Event> parts, int replaced, MirroringFunction function) {
    long eventTimeMs = Long.MIN_VALUE;
    long appendTimeMs = Long.MAX_VALUE;
    int carried = 0;
    for (Event part : parts) {
      eventTimeMs = Math.max(eventTimeMs, part.eventTimeMs());
      appendTimeMs = Math.min(appendTimeMs, part.appendTimeMs());
      carried += part.derived() ? 0 : 1;
    }
    byte[] update = encode(parts, eventTimeMs, replaced, function.coalescedId());
    long sequence = parts.get(parts.size() - 1).sequence();
    function.sendCoalesced(history, update, sequence, appendTimeMs, carried);
  }

  /** A framed {@code CoalescedUpdate}. */
  private static byte[] encode(List<Event> parts, long eventTimeMs, int replaced, int schemaId) {
    Bytes out = new Bytes(256 * parts.size());
    for (int i = 0; i < Framing.HEADER_BYTES; i++) {
      out.writeByte(0);
    }
    out.writeLong(eventTimeMs);
    out.writeLong(parts.size());
    for (Event part : parts) {
      out.writeLong(part.sequence());
      out.writeBytes(part.value());
    }
    out.writeLong(0);
    out.writeLong(replaced);
    byte[] framed = out.toByteArray();
    Framing.writeHeader(framed, schemaId);
    return framed;
  }
}
