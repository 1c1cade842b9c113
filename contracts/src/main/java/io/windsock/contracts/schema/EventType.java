package io.windsock.contracts.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A kind of event. Immutable once its catalogue is built. Compared by identity: a catalogue has one
 * instance per type.
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

  /** Creates a domain's type, without versions yet. */
  static EventType ofDomain(
      String name, int ordinal, @Nullable String stream, boolean supersedable) {
    return new EventType(name, ordinal, stream, supersedable, false);
  }

  /** Creates the type of one of Windsock's own records. */
  static EventType ofWindsock(int ordinal, int id, Schema schema) {
    EventType type = new EventType(schema.getName(), ordinal, null, false, true);
    type.addVersion(id, id, schema);
    return type;
  }

  /** Returns the same type with other ids. */
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

  /**
   * Makes the version listed under this id current instead of the last; returns false if there is
   * none.
   */
  boolean makeCurrent(int listedId) {
    for (SchemaVersion version : versions) {
      if (version.listedId() == listedId) {
        current = version;
        pinned = true;
      }
    }
    return pinned;
  }

  /** Returns the record's simple name, unique in its catalogue: {@code FlightPosition}. */
  public String name() {
    return name;
  }

  /** Returns the type's index in the catalogue, from 0 without gaps, for use in arrays by type. */
  public int ordinal() {
    return ordinal;
  }

  /** Returns the stream that carries this type; null if Windsock derives or writes it itself. */
  public @Nullable String stream() {
    return stream;
  }

  /** Whether this is one of Windsock's own records, which are part of every catalogue. */
  public boolean isOwn() {
    return own;
  }

  /** Whether a rule may supersede events of this type; false for an essential type. */
  public boolean supersedable() {
    return supersedable;
  }

  /**
   * Returns the version that is written, and as which all others are read. This is the last
   * version, unless the catalogue names an earlier one so that a newer version is known before it
   * is used.
   */
  public SchemaVersion current() {
    if (current == null) {
      throw new IllegalStateException(name + " has no version");
    }
    return current;
  }

  /** Returns all versions, oldest first; never empty. */
  public List<SchemaVersion> versions() {
    return List.copyOf(versions);
  }

  @Override
  public String toString() {
    return name;
  }
}
