package io.windsock.contracts.schema;

import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A kind of event. Immutable once its catalogue is built; compared by identity, one instance a
 * catalogue.
 */
public final class EventType {
  private final String name;
  private final int ordinal;
  private final @Nullable String stream;
  private final boolean supersedable;
  private final List<SchemaVersion> versions = new ArrayList<>();

  EventType(String name, int ordinal, @Nullable String stream, boolean supersedable) {
    this.name = name;
    this.ordinal = ordinal;
    this.stream = stream;
    this.supersedable = supersedable;
  }

  void addVersion(int id, Schema schema) {
    versions.add(new SchemaVersion(id, this, schema));
  }

  /** Simple name of the record, unique in its catalogue: {@code FlightPosition}. */
  public String name() {
    return name;
  }

  /** Place in the catalogue, from 0 without holes: an index into arrays by type. */
  public int ordinal() {
    return ordinal;
  }

  /** The stream that carries it; null for a type that Windsock derives or writes itself. */
  public @Nullable String stream() {
    return stream;
  }

  /** Whether a rule may supersede events of this type; an essential type answers false. */
  public boolean supersedable() {
    return supersedable;
  }

  /** The newest version: what this build writes, and what it reads every version as. */
  public SchemaVersion current() {
    return versions.get(versions.size() - 1);
  }

  /** All versions, oldest first; never empty. */
  public List<SchemaVersion> versions() {
    return List.copyOf(versions);
  }

  @Override
  public String toString() {
    return name;
  }
}
