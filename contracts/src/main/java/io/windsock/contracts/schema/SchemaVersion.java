package io.windsock.contracts.schema;

import org.apache.avro.Schema;

/**
 * One version of an event type's schema.
 *
 * @param id the id that framed records carry
 * @param listedId the id under which the catalogue's file lists it, and which files of events
 *     carry; the same, unless a registry gives the ids
 * @param type the type that it is a version of
 * @param schema the writer's schema of such records
 */
public record SchemaVersion(int id, int listedId, EventType type, Schema schema) {
  @Override
  public String toString() {
    return type.name() + "#" + id;
  }
}
