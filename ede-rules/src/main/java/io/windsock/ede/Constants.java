package io.windsock.ede;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.contracts.config.ConfigNode;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.util.Utf8;
import org.jspecify.annotations.Nullable;

/** Reads constants in {@code ede.yaml} as values of the fields that they set. */
final class Constants {
  private Constants() {}

  /**
   * Returns the value at {@code at}; adds a fault and returns null if {@code target} can't hold it.
   */
  static @Nullable Object read(ConfigNode at, FieldShape target) {
    Object value = convert(at.value(), target.schema());
    if (value == null) {
      at.fault("is " + at.value() + "; " + target.name() + " holds " + target.typeName());
    }
    return value;
  }

  private static @Nullable Object convert(JsonNode node, Schema schema) {
    return switch (schema.getType()) {
      case BOOLEAN -> node.isBoolean() ? (Object) node.booleanValue() : null;
      case INT -> node.canConvertToInt() && node.isInt() ? (Object) node.intValue() : null;
      case LONG ->
          node.isIntegralNumber() && node.canConvertToLong() ? (Object) node.longValue() : null;
      case FLOAT -> node.isNumber() ? (Object) node.floatValue() : null;
      case DOUBLE -> node.isNumber() ? (Object) node.doubleValue() : null;
      case STRING -> node.isTextual() ? new Utf8(node.textValue()) : null;
      case ENUM ->
          node.isTextual() && schema.hasEnumSymbol(node.textValue())
              ? new GenericData.EnumSymbol(schema, node.textValue())
              : null;
      default -> null;
    };
  }
}
