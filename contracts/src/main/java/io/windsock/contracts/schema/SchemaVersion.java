package io.windsock.contracts.schema;

import org.apache.avro.Schema;

/**
 * One version of an event type's schema.
 *
 * @param id the schema id in framed records
 * @param listedId the id in the catalogue's file and in files of events; differs from {@code id}
 *     only if a registry assigns the ids
 * @param type the event type
 * @param schema the writer's schema of these records
 */
public record SchemaVersion(int id, int listedId, EventType type, Schema schema) {
  @Override
  public String toString() {
    return type.name() + "#" + id;
  }
}
