package io.windsock.rules.stage;

import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.rules.condition.FieldSchemas;
import io.windsock.rules.history.Event;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/** Creates a tuple's derived event from its parts. Immutable. */
public final class DerivedEventMaker {
  /**
   * One field that is copied from a part.
   *
   * @param target the field in the derived event
   * @param part the part's number
   * @param source the index of the field in the part
   */
  public record Mapping(Schema.Field target, int part, int source) {}

  private final EventType type;
  private final List<Mapping> mappings;

  /** The field for the parts' bytes; null if the type has no such field. */
  private final Schema.@Nullable Field partsField;

  /** Creates a maker of events of {@code type}. */
  public DerivedEventMaker(
      EventType type, List<Mapping> mappings, Schema.@Nullable Field partsField) {
    this.type = type;
    this.mappings = List.copyOf(mappings);
    this.partsField = partsField;
  }

  /** Returns the type of the derived events. */
  public EventType type() {
    return type;
  }

  /**
   * Returns the framed derived event.
   *
   * @param parts the parts by number
   * @param carryParts whether the event is to carry the parts' bytes
   */
  byte[] make(List<Event> parts, boolean carryParts, EventCodec codec) {
    GenericRecord event = new GenericData.Record(type.current().schema());
    for (Schema.Field field : event.getSchema().getFields()) {
      if (field.hasDefaultValue()) {
        event.put(field.pos(), GenericData.get().getDefaultValue(field));
      }
    }
    List<GenericRecord> decoded = decode(parts, codec);
    for (Mapping mapping : mappings) {
      Object value = decoded.get(mapping.part).get(mapping.source);
      event.put(mapping.target.pos(), asIn(mapping.target.schema(), value));
    }
    event.put(0, newest(parts));
    if (carryParts && partsField != null) {
      event.put(partsField.pos(), bytes(parts));
    }
    return codec.encode(type, event);
  }

  private static List<GenericRecord> decode(List<Event> parts, EventCodec codec) {
    List<GenericRecord> decoded = new ArrayList<>(parts.size());
    try {
      for (Event part : parts) {
        decoded.add(codec.decode(part.value()));
      }
    } catch (UndecodableException e) {
      throw new IllegalStateException("an event that was valid when it was received", e);
    }
    return decoded;
  }

  private static long newest(List<Event> parts) {
    long newest = Long.MIN_VALUE;
    for (Event part : parts) {
      newest = Math.max(newest, part.eventTimeMs());
    }
    return newest;
  }

  /** Returns the parts' bytes in receive order, regardless of their order in the rule. */
  private static List<ByteBuffer> bytes(List<Event> parts) {
    List<Event> inOrder = new ArrayList<>(parts);
    inOrder.sort(Comparator.comparingLong(Event::sequence));
    List<ByteBuffer> bytes = new ArrayList<>(parts.size());
    for (Event part : inOrder) {
      bytes.add(ByteBuffer.wrap(part.value()));
    }
    return bytes;
  }

  /** Converts a value to the target's type: widens numbers and turns enum symbols into texts. */
  private static @Nullable Object asIn(Schema target, @Nullable Object value) {
    Schema.Type wanted = FieldSchemas.value(target).getType();
    if (value instanceof Integer number && wanted == Schema.Type.LONG) {
      return number.longValue();
    }
    if (value instanceof Float number && wanted == Schema.Type.DOUBLE) {
      return number.doubleValue();
    }
    return value != null && wanted == Schema.Type.STRING ? value.toString() : value;
  }
}
