package io.windsock.ede;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.SchemaVersion;
import io.windsock.contracts.schema.UndecodableException;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/** Reads of an event what its plan asks for. One a thread; holds one event at a time. */
final class EventFields {
  private static final Object[] NONE = new Object[0];

  private final EdePlan plan;
  private final EventCodec codec;
  private @Nullable Object[] values = NONE;
  private @Nullable TypePlan type;
  private long eventTimeMs;

  EventFields(EdePlan plan) {
    this.plan = plan;
    codec = new EventCodec(plan.catalogue);
  }

  /** Reads one event to its end. */
  void read(byte[] framed) throws UndecodableException {
    SchemaVersion version = plan.catalogue.version(Framing.schemaId(framed));
    if (version != null && version.id() < Catalogue.FIRST_DOMAIN_ID) {
      throw new UndecodableException("a " + version + " where an event should be");
    }
    GenericRecord event = codec.decode(framed);
    eventTimeMs = (Long) event.get(0);
    type = version == null ? null : plan.plan(version.type());
    if (type != null) {
      values = new Object[type.eventFields.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = event.get(type.eventFields[i]);
      }
    }
  }

  /** The plan of the event read; null if such events set nothing. */
  @Nullable TypePlan type() {
    return type;
  }

  /** Its event time, ms. */
  long eventTimeMs() {
    return eventTimeMs;
  }

  /** The value in this slot of its plan. */
  @Nullable Object value(int slot) {
    return values[slot];
  }
}
