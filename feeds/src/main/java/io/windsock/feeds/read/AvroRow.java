package io.windsock.feeds.read;

import io.windsock.feeds.row.AbsentTexts;
import io.windsock.feeds.row.BadValueException;
import io.windsock.feeds.row.Numbers;
import io.windsock.feeds.row.Row;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.Decoder;
import org.apache.avro.util.Utf8;
import org.jspecify.annotations.Nullable;

/**
 * The wanted values of an Avro record. Fields without wanted values are skipped and create no
 * objects. Owned by one thread.
 */
final class AvroRow implements Row {
  private final List<String> names;
  private final AbsentTexts absentTexts;

  /** The reader of each field of the record; null: the field is skipped. */
  private final @Nullable GenericDatumReader<Object>[] readers;

  private final Schema[] schemas;
  private final @Nullable Object[] values;

  /** For each wanted value, the index of its field in the record. */
  private final int[] fields;

  private final List<List<JsonPath.Step>> ways = new ArrayList<>();

  /**
   * Reads records of {@code schema}.
   *
   * @param wanted paths such as {@code Origin} or {@code DivAirports[0]}, which {@link #missing}
   *     has accepted
   */
  @SuppressWarnings({"unchecked", "rawtypes"}) // arrays of a generic type
  AvroRow(Schema schema, List<String> wanted, AbsentTexts absentTexts) {
    this.names = List.copyOf(wanted);
    this.absentTexts = absentTexts;
    this.schemas = schema.getFields().stream().map(Schema.Field::schema).toArray(Schema[]::new);
    this.readers = new GenericDatumReader[schemas.length];
    this.values = new Object[schemas.length];
    this.fields = new int[wanted.size()];
    GenericData data = new GenericData();
    data.setFastReaderEnabled(true);
    for (int i = 0; i < fields.length; i++) {
      List<JsonPath.Step> steps = JsonPath.parse(wanted.get(i)).steps();
      int field = schema.getField(steps.get(0).name()).pos();
      fields[i] = field;
      ways.add(steps.subList(1, steps.size()));
      readers[field] = new GenericDatumReader<>(schemas[field], schemas[field], data);
    }
  }

  /** Returns the reasons why this schema lacks wanted values; empty if it has all of them. */
  static List<String> missing(Schema schema, List<String> wanted) {
    List<String> missing = new ArrayList<>();
    for (String path : wanted) {
      Map<String, Schema> ends = new LinkedHashMap<>();
      find(schema, JsonPath.parse(path).steps(), ends);
      if (ends.isEmpty()) {
        missing.add("has no field '" + path + "'");
      }
      for (Schema end : ends.values()) {
        if (!isValue(end)) {
          missing.add(
              "holds a "
                  + end.getType().getName()
                  + " in '"
                  + path
                  + "', which is not a single value");
        }
      }
    }
    return missing;
  }

  /** Adds the types of the values at the end of {@code way}. */
  private static void find(Schema schema, List<JsonPath.Step> way, Map<String, Schema> ends) {
    Schema.Type type = schema.getType();
    if (type == Schema.Type.UNION) {
      schema.getTypes().forEach(branch -> find(branch, way, ends));
    } else if (way.isEmpty() && type != Schema.Type.NULL) {
      ends.put(schema.getFullName(), schema);
    } else if (!way.isEmpty()) {
      String name = way.get(0).name();
      List<JsonPath.Step> rest = way.subList(1, way.size());
      if (type == Schema.Type.ARRAY && name == null) {
        find(schema.getElementType(), rest, ends);
      } else if (type == Schema.Type.RECORD && name != null && schema.getField(name) != null) {
        find(schema.getField(name).schema(), rest, ends);
      }
    }
  }

  private static boolean isValue(Schema schema) {
    return switch (schema.getType()) {
      case RECORD, ARRAY, MAP, UNION, FIXED, NULL -> false;
      default -> true;
    };
  }

  /** Reads the current record of {@code in}. */
  void read(Decoder in) throws IOException {
    int at = 0;
    try {
      for (; at < schemas.length; at++) {
        GenericDatumReader<Object> reader = readers[at];
        if (reader == null) {
          GenericDatumReader.skip(schemas[at], in);
        } else {
          values[at] = reader.read(values[at], in);
        }
      }
    } finally {
      // Clear the values of the previous record if this one is corrupt.
      Arrays.fill(values, at, values.length, null);
    }
  }

  private @Nullable Object value(int field) {
    Object value = values[fields[field]];
    List<JsonPath.Step> way = ways.get(field);
    for (int i = 0; i < way.size(); i++) {
      JsonPath.Step step = way.get(i);
      if (value instanceof GenericRecord record && step.name() != null) {
        value = record.hasField(step.name()) ? record.get(step.name()) : null;
      } else if (value instanceof List<?> list && step.name() == null) {
        value = step.index() < list.size() ? list.get(step.index()) : null;
      } else {
        return null;
      }
    }
    return value;
  }

  /** Returns the wanted values as text; the rest of the record is not kept. */
  String raw() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < fields.length; i++) {
      text.append(i == 0 ? "" : ", ").append(names.get(i)).append('=').append(text(i));
    }
    return text.toString();
  }

  byte[] bytes(int field) throws BadValueException {
    if (value(field) instanceof ByteBuffer bytes) {
      byte[] copy = new byte[bytes.remaining()];
      bytes.duplicate().get(copy);
      return copy;
    }
    throw BadValueException.of(names.get(field), text(field), "is not bytes");
  }

  @Override
  public boolean absent(int field) {
    Object value = value(field);
    if (value instanceof Utf8 text) {
      return absentTexts.has(text.getBytes(), 0, text.getByteLength());
    }
    return value == null
        || (value instanceof GenericData.EnumSymbol && absentTexts.has(value.toString()));
  }

  @Override
  public String text(int field) {
    Object value = value(field);
    if (value instanceof ByteBuffer bytes) {
      return bytes.remaining() + " bytes";
    }
    return value == null
        ? ""
        : value instanceof Float real ? Double.toString(real) : value.toString();
  }

  @Override
  public double number(int field) throws BadValueException {
    Object value = value(field);
    double number = Double.NaN;
    if (value instanceof Number known) {
      number = known.doubleValue();
    } else if (value instanceof Utf8 text) {
      number = Numbers.parse(text.getBytes(), 0, text.getByteLength());
    }
    if (!Double.isFinite(number)) {
      throw BadValueException.of(names.get(field), text(field), "is not a number");
    }
    return number;
  }

  @Override
  public long integer(int field) throws BadValueException {
    Object value = value(field);
    return value instanceof Long || value instanceof Integer
        ? ((Number) value).longValue()
        : Row.parseWhole(names.get(field), text(field));
  }
}
