package io.windsock.ede;

import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.SchemaVersion;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.ede.definition.FieldShape;
import io.windsock.ede.definition.TypePlan;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields that the plan needs from events of one schema version. An event of the current
 * version whose fields are all plain values is read in one pass without an intermediate record; any
 * other goes through the codec. Confined to one thread; holds one event at a time.
 */
final class EventReader {
  /** The field of a derived event that carries the events it replaces: an array of bytes. */
  static final String PARTS = "parts";

  private static final int SKIP = -1;
  private static final int NONE = -1;

  private final SchemaVersion version;
  private final @Nullable TypePlan plan;
  private final EventCodec codec;
  private final AvroInput in = new AvroInput();
  private final @Nullable FlatSchema flat;

  /** For each of the event's fields, its slot or {@link #SKIP}. */
  private final int[] slots;

  private final @Nullable Object[] values;
  private final int partsField;
  private @Nullable List<?> parts;
  private long eventTimeMs;

  EventReader(SchemaVersion version, @Nullable TypePlan plan, EventCodec codec) {
    this.version = version;
    this.plan = plan;
    this.codec = codec;
    boolean current = version.equals(version.type().current());
    flat = current ? FlatSchema.of(version.schema()) : null;
    partsField = partsField(version.type().current().schema());
    slots = new int[version.type().current().schema().getFields().size()];
    Arrays.fill(slots, SKIP);
    values = new Object[plan == null ? 0 : plan.eventFields().length];
    for (int slot = 0; plan != null && slot < values.length; slot++) {
      slots[plan.eventFields()[slot]] = slot;
    }
  }

  private static int partsField(Schema schema) {
    Schema.Field field = schema.getField(PARTS);
    Schema parts = field == null ? schema : FieldShape.of(field).schema();
    boolean carries =
        parts.getType() == Schema.Type.ARRAY
            && parts.getElementType().getType() == Schema.Type.BYTES;
    return field != null && carries ? field.pos() : NONE;
  }

  int schemaId() {
    return version.id();
  }

  /** Reads one event completely. */
  void read(byte[] framed) throws UndecodableException {
    if (flat == null) {
      readRecord(codec.decode(framed));
      return;
    }
    try {
      in.reset(framed, Framing.HEADER_BYTES);
      walk(flat);
    } catch (UndecodableException e) {
      throw new UndecodableException(version + ": " + e.getMessage());
    }
  }

  private void walk(FlatSchema fields) throws UndecodableException {
    eventTimeMs = in.readLong();
    if (slots[0] != SKIP) {
      values[slots[0]] = eventTimeMs;
    }
    for (int i = 1; i < slots.length; i++) {
      int slot = slots[i];
      if (slot == SKIP) {
        fields.skip(in, i);
      } else {
        values[slot] = fields.read(in, i);
      }
    }
    if (!in.atEnd()) {
      throw new UndecodableException("bytes follow the end of the record");
    }
  }

  private void readRecord(GenericRecord event) {
    eventTimeMs = (Long) event.get(0);
    parts = partsField == NONE ? null : (List<?>) event.get(partsField);
    for (int i = 0; i < slots.length; i++) {
      if (slots[i] != SKIP) {
        values[slots[i]] = event.get(i);
      }
    }
  }

  /** Returns the effects of such events; null if they set nothing. */
  @Nullable TypePlan plan() {
    return plan;
  }

  /**
   * Returns the framed bytes of the events that the current event carries; null if it carries none.
   */
  @Nullable List<?> parts() {
    return parts;
  }

  /** Returns the current event's time in ms. */
  long eventTimeMs() {
    return eventTimeMs;
  }

  /** Returns the current event's value in this slot of its plan. */
  @Nullable Object value(int slot) {
    return values[slot];
  }
}
