package io.windsock.contracts.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
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
  private final boolean own;
  private final List<SchemaVersion> versions = new ArrayList<>();
  private @Nullable SchemaVersion current;
  private boolean pinned;

  private EventType(
      String name, int ordinal, @Nullable String stream, boolean supersedable, boolean own) {
    this.name = name;
    this.ordinal = ordinal;
    this.stream = stream;
    this.supersedable = supersedable;
    this.own = own;
  }

  /** A type of a domain, still without versions. */
  static EventType ofDomain(
      String name, int ordinal, @Nullable String stream, boolean supersedable) {
    return new EventType(name, ordinal, stream, supersedable, false);
  }

  /** The type of one of Windsock's own records. */
  static EventType ofWindsock(int ordinal, int id, Schema schema) {
    EventType type = new EventType(schema.getName(), ordinal, null, false, true);
    type.addVersion(id, id, schema);
    return type;
  }

  /** The same type under other ids. */
  EventType withIds(ToIntFunction<SchemaVersion> ids) {
    EventType type = new EventType(name, ordinal, stream, supersedable, own);
    for (SchemaVersion version : versions) {
      type.addVersion(ids.applyAsInt(version), version.listedId(), version.schema());
    }
    if (pinned) {
      type.makeCurrent(current().listedId());
    }
    return type;
  }

  void addVersion(int id, int listedId, Schema schema) {
    SchemaVersion version = new SchemaVersion(id, listedId, this, schema);
    versions.add(version);
    current = pinned ? current : version;
  }

  /** Works with the version listed by this id instead of the last; false if there is none. */
  boolean makeCurrent(int listedId) {
    for (SchemaVersion version : versions) {
      if (version.listedId() == listedId) {
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

  /** Whether it is one of Windsock's own records, part of every catalogue. */
  public boolean isOwn() {
    return own;
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
