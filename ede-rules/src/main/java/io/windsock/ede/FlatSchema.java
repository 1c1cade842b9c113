package io.windsock.ede;

import io.windsock.contracts.schema.UndecodableException;
import io.windsock.ede.definition.FieldShape;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.jspecify.annotations.Nullable;

/**
 * A record schema with only plain fields, compiled so that each field can be read, skipped or
 * written individually. Values are those of Avro's generic records, with strings as {@code Utf8}.
 * Immutable; shared by all threads.
 */
final class FlatSchema {
  private static final int NEVER_NULL = -1;
  private static final GenericData.EnumSymbol[] NO_SYMBOLS = {};

  private final Schema.Type[] types;

  /** For each field, the index of its union's null branch. */
  private final int[] nullBranches;

  /** For each enum field, its symbols in encoding order. */
  private final GenericData.EnumSymbol[][] symbols;

  private FlatSchema(Schema.Type[] types, int[] nullBranches, GenericData.EnumSymbol[][] symbols) {
    this.types = types;
    this.nullBranches = nullBranches;
    this.symbols = symbols;
  }

  /** Compiles {@code schema}; returns null if a field is not a plain value. */
  static @Nullable FlatSchema of(Schema schema) {
    List<FieldShape> fields = schema.getFields().stream().map(FieldShape::of).toList();
    Schema.Type[] types = new Schema.Type[fields.size()];
    int[] nullBranches = new int[types.length];
    GenericData.EnumSymbol[][] symbols = new GenericData.EnumSymbol[types.length][];
    for (int i = 0; i < types.length; i++) {
      FieldShape field = fields.get(i);
      if (!field.plain()) {
        return null;
      }
      types[i] = field.schema().getType();
      nullBranches[i] = field.nullable() ? nullBranch(schema.getFields().get(i)) : NEVER_NULL;
      symbols[i] = symbols(field.schema());
    }
    return new FlatSchema(types, nullBranches, symbols);
  }

  private static int nullBranch(Schema.Field field) {
    return field.schema().getTypes().get(0).getType() == Schema.Type.NULL ? 0 : 1;
  }

  private static GenericData.EnumSymbol[] symbols(Schema schema) {
    if (schema.getType() != Schema.Type.ENUM) {
      return NO_SYMBOLS;
    }
    return schema.getEnumSymbols().stream()
        .map(symbol -> new GenericData.EnumSymbol(schema, symbol))
        .toArray(GenericData.EnumSymbol[]::new);
  }

  /** Returns the number of fields. */
  int size() {
    return types.length;
  }

  /** Reads the field at this index. */
  @Nullable Object read(AvroInput in, int field) throws UndecodableException {
    if (isNull(in, field)) {
      return null;
    }
    return switch (types[field]) {
      case BOOLEAN -> (Object) in.readBoolean();
      case INT -> (Object) in.readInt();
      case LONG -> (Object) in.readLong();
      case FLOAT -> (Object) in.readFloat();
      case DOUBLE -> (Object) in.readDouble();
      case STRING -> in.readString();
      case BYTES -> in.readBytes();
      default -> readSymbol(in, symbols[field]);
    };
  }

  /** Skips the field at this index. */
  void skip(AvroInput in, int field) throws UndecodableException {
    if (isNull(in, field)) {
      return;
    }
    switch (types[field]) {
      case BOOLEAN -> in.skip(1);
      case INT -> in.readInt();
      case LONG -> in.readLong();
      case FLOAT -> in.skip(Float.BYTES);
      case DOUBLE -> in.skip(Double.BYTES);
      case STRING, BYTES -> in.skipArray();
      default -> readSymbol(in, symbols[field]);
    }
  }

  private boolean isNull(AvroInput in, int field) throws UndecodableException {
    int nullBranch = nullBranches[field];
    if (nullBranch == NEVER_NULL) {
      return false;
    }
    int branch = in.readInt();
    if ((branch & ~1) != 0) {
      throw new UndecodableException("a union branch that its schema does not have");
    }
    return branch == nullBranch;
  }

  private static Object readSymbol(AvroInput in, GenericData.EnumSymbol[] symbols)
      throws UndecodableException {
    int ordinal = in.readInt();
    if (ordinal < 0 || ordinal >= symbols.length) {
      throw new UndecodableException("a symbol that its enum does not have");
    }
    return symbols[ordinal];
  }

  /** Writes the value of the field at this index. */
  void write(AvroOutput out, int field, @Nullable Object value) {
    int nullBranch = nullBranches[field];
    if (nullBranch != NEVER_NULL) {
      out.writeLong(value == null ? nullBranch : 1 - nullBranch);
    }
    if (value == null) {
      if (nullBranch == NEVER_NULL) {
        throw new IllegalArgumentException("null in field " + field + ", which is never null");
      }
      return;
    }
    switch (types[field]) {
      case BOOLEAN -> out.writeBoolean((Boolean) value);
      case INT, LONG -> out.writeLong(((Number) value).longValue());
      case FLOAT -> out.writeFloat((Float) value);
      case DOUBLE -> out.writeDouble((Double) value);
      case STRING -> out.writeString(value);
      case BYTES -> out.writeBytes((ByteBuffer) value);
      default -> out.writeLong(ordinal(symbols[field], value));
    }
  }

  private static int ordinal(GenericData.EnumSymbol[] symbols, Object value) {
    for (int i = 0; i < symbols.length; i++) {
      if (symbols[i] == value) {
        return i;
      }
    }
    return symbols[0].getSchema().getEnumOrdinal(value.toString());
  }
}
