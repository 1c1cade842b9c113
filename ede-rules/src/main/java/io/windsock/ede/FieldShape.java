package io.windsock.ede;

import io.windsock.contracts.config.ConfigNode;
import io.windsock.contracts.schema.EventType;
import io.windsock.rules.condition.FieldSchemas;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A field of a record as the EDE sees it.
 *
 * @param name its name
 * @param position its place in the record
 * @param schema its schema, without null
 * @param nullable whether it may be null
 */
record FieldShape(String name, int position, Schema schema, boolean nullable) {
  static FieldShape of(Schema.Field field) {
    Schema value = FieldSchemas.value(field.schema());
    return new FieldShape(field.name(), field.pos(), value, !value.equals(field.schema()));
  }

  /** The field of this name of {@code type}; null, and a fault at {@code at}, if it has none. */
  static @Nullable FieldShape find(EventType type, String name, ConfigNode at) {
    Schema.Field field = type.current().schema().getField(name);
    if (field == null) {
      at.fault("'" + name + "' is no field of " + type);
      return null;
    }
    return of(field);
  }

  /** Whether it holds one value that is no structure: all that a state may hold. */
  boolean plain() {
    return switch (schema.getType()) {
      case BOOLEAN, INT, LONG, FLOAT, DOUBLE, STRING, BYTES, ENUM -> true;
      default -> false;
    };
  }

  /** Whether a value of {@code source} can stand in this field as it is, nulls aside. */
  boolean accepts(FieldShape source) {
    if (!plain() || schema.getType() != source.schema.getType()) {
      return false;
    }
    return schema.getType() != Schema.Type.ENUM
        || schema.getEnumSymbols().containsAll(source.schema.getEnumSymbols());
  }

  boolean isTime() {
    return LogicalTypes.timestampMillis().equals(schema.getLogicalType());
  }

  /** What a person calls its type. */
  String typeName() {
    String name =
        schema.getType() == Schema.Type.ENUM ? schema.getName() : schema.getType().getName();
    return (isTime() ? "time (ms)" : name) + (nullable ? " or null" : "");
  }
}
