package io.windsock.rules.stage;

import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.schema.Framing;
import io.windsock.rules.history.Event;
import io.windsock.rules.history.HeldEvent;
import io.windsock.rules.history.KeyHistory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.jspecify.annotations.Nullable;

/**
 * A compiled {@link io.windsock.rules.Coalesce}. Keeps four numbers per key (events received for
 * the update, events superseded in it, how many of them the mirrors lack, and since when) and the
 * parts. The first link of the chain is queued on behalf of all.
 *
 * @param rule the rule's number
 * @param slot the rule's first slot
 * @param max the number of received events that fills an update
 * @param maxHoldMs the longest time that an event may wait for others
 * @param schemaId the schema id of the updates
 */
public record CoalesceStage(int rule, int slot, int max, long maxHoldMs, int schemaId)
    implements Stage {
  /** The size of the parts at which an update is sent before it is full. */
  static final int MAX_BYTES = 512 * 1024;

  @Override
  public int slots() {
    return 4;
  }

  @Override
  public int missingSlot() {
    return 2;
  }

  private int superseded() {
    return slot + 1;
  }

  @Override
  public void decide(KeyHistory history, Event event, Effects effects) {
    int length = event.value().length;
    boolean room = history.hasRoom(length);
    if (history.first(rule) != null && (!room || bytes(history) + length > MAX_BYTES)) {
      effects.expire();
      effects.decideAgain(event);
      return;
    }
    if (!room) {
      effects.pass(event);
      return;
    }
    history.set(slot, history.get(slot) + 1);
    include(history, event, effects);
    if (history.get(slot) >= max) {
      effects.expire();
    }
  }

  private int bytes(KeyHistory history) {
    int bytes = 0;
    for (HeldEvent link = history.first(rule); link != null; link = link.next()) {
      bytes += link.event().value().length;
    }
    return bytes;
  }

  private void include(KeyHistory history, Event event, Effects effects) {
    HeldEvent same = sameType(history, event);
    if (same == null) {
      effects.hold(event, 0, history.first(rule) == null);
      return;
    }
    history.set(superseded(), history.get(superseded()) + 1);
    if (event.asNewAs(same.event())) {
      effects.replace(same, event);
    } else {
      effects.supersede(event);
    }
  }

  /**
   * Returns the part that {@code event} replaces or is replaced by; null for an essential event.
   */
  private @Nullable HeldEvent sameType(KeyHistory history, Event event) {
    EventType type = event.type();
    if (type == null || !type.supersedable() || event.derived()) {
      return null;
    }
    HeldEvent link = history.first(rule);
    while (link != null && link.event().type() != type) {
      link = link.next();
    }
    return link;
  }

  @Override
  public void due(HeldEvent held, Effects effects) {
    KeyHistory history = held.owner();
    List<HeldEvent> parts = new ArrayList<>();
    for (HeldEvent link = history.first(rule); link != null; link = link.next()) {
      parts.add(link);
    }
    if (parts.size() == 1) {
      effects.release(held);
    } else {
      parts.forEach(effects::carry);
      effects.derive(update(parts, history.get(superseded())));
    }
    history.set(slot, 0);
    history.set(superseded(), 0);
  }

  private Event update(List<HeldEvent> held, long replaced) {
    List<Event> parts = new ArrayList<>();
    held.forEach(link -> parts.add(link.event()));
    // A part that replaced another took its position in the chain.
    parts.sort(Comparator.comparingLong(Event::sequence));
    long eventTimeMs = Long.MIN_VALUE;
    long appendTimeMs = Long.MAX_VALUE;
    int carried = 0;
    for (Event part : parts) {
      eventTimeMs = Math.max(eventTimeMs, part.eventTimeMs());
      appendTimeMs = Math.min(appendTimeMs, part.appendTimeMs());
      carried += part.derived() ? 0 : 1;
    }
    long sequence = parts.get(parts.size() - 1).sequence();
    byte[] value = encode(parts, eventTimeMs, replaced);
    // Rules do not look into an update.
    return new Event().derived(value, null, sequence, appendTimeMs, carried);
  }

  /** Returns a framed {@code CoalescedUpdate}. */
  private byte[] encode(List<Event> parts, long eventTimeMs, long replaced) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(256 * parts.size());
    try {
      bytes.write(new byte[Framing.HEADER_BYTES]);
      BinaryEncoder out = EncoderFactory.get().directBinaryEncoder(bytes, null);
      out.writeLong(eventTimeMs);
      out.writeArrayStart();
      out.setItemCount(parts.size());
      for (Event part : parts) {
        out.startItem();
        out.writeLong(part.sequence());
        out.writeBytes(part.value());
      }
      out.writeArrayEnd();
      out.writeLong(replaced);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    byte[] framed = bytes.toByteArray();
    Framing.writeHeader(framed, schemaId);
    return framed;
  }
}
