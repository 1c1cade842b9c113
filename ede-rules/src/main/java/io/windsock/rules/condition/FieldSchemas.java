package io.windsock.rules.condition;

import org.apache.avro.Schema;

/** What the value of a field is, null apart, and which can be copied into which. */
public final class FieldSchemas {
  private FieldSchemas() {}

  /** The schema beside null in a union of two; other schemas as they are. */
  public static Schema value(Schema schema) {
    if (!schema.isUnion() || schema.getTypes().size() != 2 || !schema.isNullable()) {
      return schema;
    }
    Schema first = schema.getTypes().get(0);
    return first.getType() == Schema.Type.NULL ? schema.getTypes().get(1) : first;
  }

  /** Whether every value of {@code from} but null is one of {@code to}, after widening. */
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
