package io.windsock.rules.condition;

import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** Type rules for field values, null aside, for conditions and for copying between fields. */
public final class FieldSchemas {
  private FieldSchemas() {}

  /** Returns the non-null branch of a union of two; any other schema unchanged. */
  public static Schema value(Schema schema) {
    if (!schema.isUnion() || schema.getTypes().size() != 2 || !schema.isNullable()) {
      return schema;
    }
    Schema first = schema.getTypes().get(0);
    return first.getType() == Schema.Type.NULL ? schema.getTypes().get(1) : first;
  }

  /**
   * Converts an Avro value to the form that conditions use: Boolean, Long, Double, String or null.
   */
  public static @Nullable Object celValue(@Nullable Object value) {
    if (value instanceof Integer number) {
      return number.longValue();
    }
    if (value instanceof Float number) {
      return number.doubleValue();
    }
    boolean asIs = value == null || value instanceof Number || value instanceof Boolean;
    return asIs ? value : String.valueOf(value);
  }

  /** Whether every non-null value of {@code from} is valid for {@code to}, after widening. */
  public static boolean fits(Schema from, Schema to) {
    Schema source = value(from);
    Schema target = value(to);
    boolean sameKind = source.getType() == target.getType();
    return switch (target.getType()) {
      case LONG -> sameKind || source.getType() == Schema.Type.INT;
      case DOUBLE -> sameKind || source.getType() == Schema.Type.FLOAT;
      case STRING -> sameKind || source.getType() == Schema.Type.ENUM;
      case BOOLEAN, INT, FLOAT, BYTES -> sameKind;
      default -> source.equals(target);
    };
  }
}
