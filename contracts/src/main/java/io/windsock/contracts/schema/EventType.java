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
  private @Nullable SchemaVersion current;
  private boolean pinned;

  EventType(String name, int ordinal, @Nullable String stream, boolean supersedable) {
    this.name = name;
    this.ordinal = ordinal;
    this.stream = stream;
    this.supersedable = supersedable;
  }

  void addVersion(int id, Schema schema) {
    SchemaVersion version = new SchemaVersion(id, this, schema);
    versions.add(version);
    current = pinned ? current : version;
  }

  /** Works with the version of this id instead of the last; false if there is none. */
  boolean makeCurrent(int id) {
    for (SchemaVersion version : versions) {
      if (version.id() == id) {
        current = version;
        pinned = true;
      }
    }
    return pinned;
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

  /**
   * The version that is written, and that every other is read as: the last, unless the catalogue
   * says otherwise to make a newer one known before it is used.
   */
  public SchemaVersion current() {
    if (current == null) {
      throw new IllegalStateException(name + " has no version");
    }
    return current;
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
