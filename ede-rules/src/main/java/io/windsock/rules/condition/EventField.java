package io.windsock.rules.condition;

import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.schema.SchemaVersion;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.Schema.Field;
import org.apache.avro.generic.GenericData;
import org.jspecify.annotations.Nullable;

/** A field of an event type that a condition can read, in every version of its schema. */
final class EventField {
  private final Field field;
  private final Schema value;
  private final int[] ids;

  /** By version; null if the version lacks the field and readers use its default. */
  private final @Nullable StoredField[] stored;

  private final @Nullable Object absent;

  private EventField(EventType type, Field field) {
    this.field = field;
    this.value = FieldSchemas.value(field.schema());
    List<SchemaVersion> versions = type.versions();
    ids = new int[versions.size()];
    stored = new StoredField[ids.length];
    for (int i = 0; i < ids.length; i++) {
      SchemaVersion version = versions.get(i);
      ids[i] = version.id();
      Field written = written(version.schema());
      stored[i] = written == null ? null : new StoredField(version.schema(), written, value);
    }
    absent =
        field.hasDefaultValue()
            ? FieldSchemas.celValue(GenericData.get().getDefaultValue(field))
            : null;
  }

  /** Returns the field; null if the type lacks it or conditions don't support its kind. */
  static @Nullable EventField of(EventType type, Field field) {
    return switch (FieldSchemas.value(field.schema()).getType()) {
      case BOOLEAN, INT, LONG, FLOAT, DOUBLE, ENUM, STRING -> new EventField(type, field);
      default -> null;
    };
  }

  private @Nullable Field written(Schema writer) {
    Field same = writer.getField(field.name());
    for (String alias : field.aliases()) {
      same = same == null ? writer.getField(alias) : same;
    }
    return same;
  }

  String name() {
    return field.name();
  }

  /** Returns the type of the field's value in the current version, without a union with null. */
  Schema.Type type() {
    return value.getType();
  }

  boolean nullable() {
    return field.schema().isNullable();
  }

  /** Returns the symbols of an enum. */
  List<String> symbols() {
    return value.getEnumSymbols();
  }

  int versions() {
    return ids.length;
  }

  /** Returns the field in this version; null if the version lacks it. */
  @Nullable StoredField stored(int version) {
    return stored[version];
  }

  /** Returns the value that readers use for a version that lacks the field. */
  @Nullable Object absent() {
    return absent;
  }

  /** Returns the index of this version among the type's versions. */
  int index(SchemaVersion version) {
    int id = version.id();
    for (int i = 0; i < ids.length; i++) {
      if (ids[i] == id) {
        return i;
      }
    }
    throw new IllegalArgumentException(
        version + " is not a version of the type of " + field.name());
  }

  /** Returns the value as CEL represents it: a Boolean, Long, Double or String, or null. */
  @Nullable Object read(byte[] framed, SchemaVersion version) {
    StoredField place = stored[index(version)];
    return place == null ? absent : place.read(framed);
  }
}
