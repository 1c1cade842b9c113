package io.windsock.rules.condition;

import io.windsock.contracts.schema.Framing;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.apache.avro.Schema;
import org.apache.avro.Schema.Field;
import org.jspecify.annotations.Nullable;

/**
 * One field of one schema version, read from framed bytes by skipping the fields before it. Nothing
 * else is decoded. Immutable.
 */
final class StoredField {
  /** The result of {@link #find} for a null field. */
  static final int NULL = -1;

  private final AvroSkip[] before;

  /** The schema of the value itself, without a union with null. */
  private final Schema schema;

  private final int nullBranch;
  private final boolean union;

  /** By the writer's index, the symbols as the reader knows them; empty for other types. */
  private final String[] symbols;

  /**
   * Creates the field of {@code writer} that a reader knows as {@code field}.
   *
   * @param writer the schema that records were written with; it contains the field
   * @param field the writer's field
   * @param reader the reader's schema of the field's value, without a union with null
   */
  StoredField(Schema writer, Field field, Schema reader) {
    before = new AvroSkip[field.pos()];
    for (int i = 0; i < before.length; i++) {
      before[i] = AvroSkip.of(writer.getFields().get(i).schema());
    }
    union = field.schema().isUnion();
    nullBranch = union ? field.schema().getTypes().indexOf(Schema.create(Schema.Type.NULL)) : NULL;
    schema = FieldSchemas.value(field.schema());
    symbols = schema.getType() == Schema.Type.ENUM ? symbols(schema, reader) : new String[0];
  }

  private static String[] symbols(Schema writer, Schema reader) {
    String[] symbols = writer.getEnumSymbols().toArray(new String[0]);
    for (int i = 0; i < symbols.length; i++) {
      if (reader.getType() == Schema.Type.ENUM
          && !reader.hasEnumSymbol(symbols[i])
          && reader.getEnumDefault() != null) {
        symbols[i] = reader.getEnumDefault();
      }
    }
    return symbols;
  }

  Schema.Type type() {
    return schema.getType();
  }

  /** Returns the symbols by the writer's index; empty unless the field is an enum. */
  String[] symbols() {
    return symbols.clone();
  }

  /** Returns the position where the value starts; {@link #NULL} if it is null. */
  int find(byte[] framed) {
    int at = Framing.HEADER_BYTES;
    for (AvroSkip field : before) {
      at = field.skip(framed, at);
    }
    if (!union) {
      return at;
    }
    return AvroSkip.readInt(framed, at) == nullBranch ? NULL : AvroSkip.varint(framed, at);
  }

  /** Returns the value as CEL represents it: a Boolean, Long, Double or String, or null. */
  @Nullable Object read(byte[] framed) {
    int at = find(framed);
    if (at == NULL) {
      return null;
    }
    return switch (schema.getType()) {
      case BOOLEAN -> framed[at] == 1; // as Avro's reader has it
      case INT -> (long) AvroSkip.readInt(framed, at);
      case LONG -> AvroSkip.readLong(framed, at);
      case FLOAT -> (double) little(framed, at, Float.BYTES).getFloat();
      case DOUBLE -> little(framed, at, Double.BYTES).getDouble();
      case ENUM -> symbols[AvroSkip.readInt(framed, at)];
      case STRING -> text(framed, at);
      default -> throw new IllegalStateException("not a field for conditions: " + schema);
    };
  }

  private static ByteBuffer little(byte[] bytes, int at, int size) {
    return ByteBuffer.wrap(bytes, at, size).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static String text(byte[] bytes, int at) {
    int length = (int) AvroSkip.readLong(bytes, at);
    return new String(bytes, AvroSkip.varint(bytes, at), length, StandardCharsets.UTF_8);
  }
}
