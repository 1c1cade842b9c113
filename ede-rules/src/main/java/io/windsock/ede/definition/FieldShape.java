package io.windsock.ede.definition;

import io.windsock.contracts.config.ConfigNode;
import io.windsock.contracts.schema.EventType;
import io.windsock.rules.condition.FieldSchemas;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The name, index and type of a record's field.
 *
 * @param name the field's name
 * @param position the field's index in the record
 * @param schema the field's schema, without null
 * @param nullable whether the field may be null
 */
public record FieldShape(String name, int position, Schema schema, boolean nullable) {
  /** Returns the shape of a field. */
  public static FieldShape of(Schema.Field field) {
    Schema value = FieldSchemas.value(field.schema());
    return new FieldShape(field.name(), field.pos(), value, !value.equals(field.schema()));
  }

  /**
   * Returns the field of {@code type} with this name; adds a fault at {@code at} and returns null
   * if there is none.
   */
  static @Nullable FieldShape find(EventType type, String name, ConfigNode at) {
    Schema.Field field = type.current().schema().getField(name);
    if (field == null) {
      at.fault("'" + name + "' is not a field of " + type);
      return null;
    }
    return of(field);
  }

  /** Whether the field holds a single unstructured value, the only kind that a state may hold. */
  public boolean plain() {
    return switch (schema.getType()) {
      case BOOLEAN, INT, LONG, FLOAT, DOUBLE, STRING, BYTES, ENUM -> true;
      default -> false;
    };
  }

  /** Whether a non-null value of {@code source} can be stored in this field without conversion. */
  boolean accepts(FieldShape source) {
    if (!plain() || schema.getType() != source.schema.getType()) {
      return false;
    }
    return schema.getType() != Schema.Type.ENUM
        || schema.getEnumSymbols().containsAll(source.schema.getEnumSymbols());
  }

  /** Whether the field is a time, in ms since the epoch. */
  public boolean isTime() {
    return LogicalTypes.timestampMillis().equals(schema.getLogicalType());
  }

  /**
   * Returns the message that {@code target} can't hold this field's values.
   *
   * @param as the name of this field in the message
   * @param targetAs the name of the target
   */
  String mismatch(String as, FieldShape target, String targetAs) {
    return "%s is %s; %s holds %s".formatted(as, typeName(), targetAs, target.typeName());
  }

  /** Returns the type's name in messages. */
  public String typeName() {
    String name =
        schema.getType() == Schema.Type.ENUM ? schema.getName() : schema.getType().getName();
    return (isTime() ? "time (ms)" : name) + (nullable ? " or null" : "");
  }
}
