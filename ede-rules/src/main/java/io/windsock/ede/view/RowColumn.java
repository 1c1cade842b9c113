package io.windsock.ede.view;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.util.List;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/** A column of a view's rows. Immutable. */
final class RowColumn {
  private final SerializableString name;
  private final FirstOf source;

  RowColumn(String name, FirstOf source) {
    this.name = new SerializedString(name);
    this.source = source;
  }

  String name() {
    return name.getValue();
  }

  ViewDefinition.Kind kind() {
    Schema schema = source.schema();
    return switch (schema.getType()) {
      case BOOLEAN -> ViewDefinition.Kind.BOOLEAN;
      case INT, LONG, FLOAT, DOUBLE ->
          LogicalTypes.timestampMillis().equals(schema.getLogicalType())
              ? ViewDefinition.Kind.TIME
              : ViewDefinition.Kind.NUMBER;
      default -> ViewDefinition.Kind.TEXT;
    };
  }

  /** Returns all values that the column can have; null if they are not enumerable. */
  @Nullable List<String> values() {
    Schema schema = source.schema();
    return switch (schema.getType()) {
      case ENUM -> schema.getEnumSymbols();
      case BOOLEAN -> List.of("true", "false");
      default -> null;
    };
  }

  /**
   * Writes the name and the value; nothing if the value is missing or is a number that JSON can't
   * represent.
   */
  void write(GenericRecord state, JsonGenerator json) throws IOException {
    Object value = source.of(state);
    if (value == null
        || (value instanceof Float number && !Float.isFinite(number))
        || (value instanceof Double number && !Double.isFinite(number))) {
      return;
    }
    json.writeFieldName(name);
    switch (source.schema().getType()) {
      case BOOLEAN -> json.writeBoolean((Boolean) value);
      case INT, LONG -> json.writeNumber(((Number) value).longValue());
      case FLOAT -> json.writeNumber((Float) value);
      case DOUBLE -> json.writeNumber((Double) value);
      default -> json.writeString(value.toString());
    }
  }
}
