package io.windsock.ede;

import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.SchemaVersion;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.ede.definition.EdePlan;
import java.util.ArrayList;
import java.util.List;

/** The readers for all events of a catalogue, by schema id. Confined to one thread. */
final class EventReaders {
  private final EventReader[] readers;

  EventReaders(EdePlan plan, EventCodec codec) {
    List<EventReader> all = new ArrayList<>();
    for (EventType type : plan.catalogue().types()) {
      if (!type.isOwn()) {
        for (SchemaVersion version : type.versions()) {
          all.add(new EventReader(version, plan.plan(type), codec));
        }
      }
    }
    readers = all.toArray(EventReader[]::new);
  }

  /**
   * Reads one event completely and returns its reader, which holds the event until its next read.
   */
  EventReader read(byte[] framed) throws UndecodableException {
    int id = Framing.schemaId(framed);
    for (EventReader reader : readers) {
      if (reader.schemaId() == id) {
        reader.read(framed);
        return reader;
      }
    }
    throw new UndecodableException(
        id == Framing.NOT_FRAMED
            ? "not in the Confluent framing"
            : "schema id " + id + " is not an event's");
  }
}
