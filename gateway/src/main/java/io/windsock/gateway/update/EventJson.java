package io.windsock.gateway.update;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.jspecify.annotations.Nullable;

/**
 * Reads a record from plain JSON, in the form in which sites write states: a union as its value,
 * times as ms or as ISO 8601 in UTC, bytes in base64; what is absent has its default, or null. It
 * looks for faults until {@link Faults} keeps no more. Used by one thread for one record.
 */
final class EventJson {
  /** What a text is that UTF-8 can't hold: Java would write a question mark in its place. */
  static final String HALF_PAIR = "has half of a surrogate pair; send whole characters";

  private static final int SHOWN_CHARS = 60;

  private final Faults faults;

  /**
   * Creates a reader.
   *
   * @param faults receives what is wrong
   */
  EventJson(Faults faults) {
    this.faults = faults;
  }

  /**
   * Reads an object as a record of {@code schema}.
   *
   * @param place names the object in faults
   * @return the record; incomplete if there are faults
   */
  GenericData.Record record(Schema schema, JsonNode json, String place) {
    GenericData.Record record = new GenericData.Record(schema);
    if (!json.isObject()) {
      fault(place, json, "an object");
      return record;
    }
    for (Map.Entry<String, JsonNode> given : json.properties()) {
      if (faults.full()) {
        return record;
      }
      if (schema.getField(given.getKey()) == null) {
        List<String> names = schema.getFields().stream().map(Schema.Field::name).toList();
        faults.add(
            place + "." + shown(given.getKey()),
            "is not a field of " + schema.getName() + ", which has " + names);
      }
    }
    for (Schema.Field field : schema.getFields()) {
      record.put(field.pos(), field(field, json.get(field.name()), place + "." + field.name()));
    }
    return record;
  }

  private @Nullable Object field(Schema.Field field, @Nullable JsonNode json, String place) {
    if (json != null) {
      return value(field.schema(), json, place);
    }
    if (field.hasDefaultValue()) {
      return GenericData.get().getDefaultValue(field);
    }
    if (!field.schema().isNullable()) {
      faults.add(place, "is missing; it must be " + described(field.schema()));
    }
    return null;
  }

  private @Nullable Object value(Schema schema, JsonNode json, String place) {
    if (json.isTextual() && hasHalfPair(json.textValue())) {
      faults.add(place, HALF_PAIR);
      return null;
    }
    return switch (schema.getType()) {
      case UNION -> union(schema, json, place);
      case RECORD -> record(schema, json, place);
      case ARRAY -> array(schema, json, place);
      case MAP -> map(schema, json, place);
      case NULL -> json.isNull() ? null : fault(place, json, "null");
      case BOOLEAN -> json.isBoolean() ? json.booleanValue() : wrong(schema, json, place);
      case INT -> isInt(json) ? json.intValue() : wrong(schema, json, place);
      case LONG -> wholeNumber(schema, json, place);
      case FLOAT -> isFloat(json) ? json.floatValue() : wrong(schema, json, place);
      case DOUBLE -> isDouble(json) ? json.doubleValue() : wrong(schema, json, place);
      case STRING -> json.isTextual() ? json.textValue() : wrong(schema, json, place);
      case ENUM -> symbol(schema, json, place);
      case BYTES -> bytes(schema, json, place);
      case FIXED -> fixed(schema, json, place);
    };
  }

  private static boolean isInt(JsonNode json) {
    return json.isIntegralNumber() && json.canConvertToInt();
  }

  /** A number beyond the range would become infinite. */
  private static boolean isFloat(JsonNode json) {
    return json.isNumber() && Float.isFinite(json.floatValue());
  }

  private static boolean isDouble(JsonNode json) {
    return json.isNumber() && Double.isFinite(json.doubleValue());
  }

  /** Returns whether a text has half of a surrogate pair. */
  static boolean hasHalfPair(String text) {
    return text.codePoints()
        .anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
  }

  private @Nullable Object wholeNumber(Schema schema, JsonNode json, String place) {
    if (json.isIntegralNumber() && json.canConvertToLong()) {
      return json.longValue();
    }
    if (isTime(schema) && json.isTextual()) {
      try {
        return Instant.parse(json.textValue()).toEpochMilli();
      } catch (DateTimeParseException | ArithmeticException e) {
        return wrong(schema, json, place);
      }
    }
    return wrong(schema, json, place);
  }

  private static boolean isTime(Schema schema) {
    return LogicalTypes.timestampMillis().equals(schema.getLogicalType());
  }

  private @Nullable Object symbol(Schema schema, JsonNode json, String place) {
    return json.isTextual() && schema.hasEnumSymbol(json.textValue())
        ? new GenericData.EnumSymbol(schema, json.textValue())
        : wrong(schema, json, place);
  }

  private @Nullable Object bytes(Schema schema, JsonNode json, String place) {
    byte[] bytes = base64(json);
    return bytes == null ? wrong(schema, json, place) : ByteBuffer.wrap(bytes);
  }

  private @Nullable Object fixed(Schema schema, JsonNode json, String place) {
    byte[] bytes = base64(json);
    return bytes == null || bytes.length != schema.getFixedSize()
        ? wrong(schema, json, place)
        : new GenericData.Fixed(schema, bytes);
  }

  private static byte @Nullable [] base64(JsonNode json) {
    try {
      return json.isTextual() ? json.binaryValue() : null;
    } catch (IOException e) {
      return null;
    }
  }

  private @Nullable Object union(Schema schema, JsonNode json, String place) {
    if (json.isNull() && schema.isNullable()) {
      return null;
    }
    List<Schema> branches =
        schema.getTypes().stream().filter(b -> b.getType() != Schema.Type.NULL).toList();
    if (branches.size() == 1) {
      return value(branches.get(0), json, place);
    }
    for (Schema branch : branches) {
      Faults wrong = new Faults();
      Object value = new EventJson(wrong).value(branch, json, place);
      if (wrong.count() == 0) {
        return value;
      }
    }
    return wrong(schema, json, place);
  }

  private @Nullable Object array(Schema schema, JsonNode json, String place) {
    if (!json.isArray()) {
      return wrong(schema, json, place);
    }
    List<@Nullable Object> items = new ArrayList<>(json.size());
    for (int i = 0; i < json.size() && !faults.full(); i++) {
      items.add(value(schema.getElementType(), json.get(i), place + "[" + i + "]"));
    }
    return items;
  }

  private @Nullable Object map(Schema schema, JsonNode json, String place) {
    if (!json.isObject()) {
      return wrong(schema, json, place);
    }
    Map<String, @Nullable Object> map = new HashMap<>();
    for (Map.Entry<String, JsonNode> entry : json.properties()) {
      if (faults.full()) {
        return map;
      }
      String at = place + "." + shown(entry.getKey());
      map.put(entry.getKey(), value(schema.getValueType(), entry.getValue(), at));
    }
    return map;
  }

  private @Nullable Object wrong(Schema schema, JsonNode json, String place) {
    return fault(place, json, described(schema));
  }

  private @Nullable Object fault(String place, JsonNode json, String admitted) {
    faults.add(place, given(json) + "; it must be " + admitted);
    return null;
  }

  /** Returns what was given, for a fault: the beginning of the value, or that there is none. */
  static String given(JsonNode json) {
    return json.isMissingNode() ? "is missing" : "is " + shown(json.toString());
  }

  private static String described(Schema schema) {
    return switch (schema.getType()) {
      case UNION ->
          String.join(" or ", schema.getTypes().stream().map(EventJson::described).toList());
      case RECORD, MAP -> "an object";
      case ARRAY -> "an array";
      case NULL -> "null";
      case BOOLEAN -> "true or false";
      case INT -> "a whole number of 32 bits";
      case LONG -> isTime(schema) ? "a time, in ms or ISO 8601" : "a whole number of 64 bits";
      case FLOAT -> "a number of 32 bits";
      case DOUBLE -> "a number of 64 bits";
      case STRING -> "a text";
      case ENUM -> "one of " + schema.getEnumSymbols();
      case BYTES -> "bytes in base64";
      case FIXED -> schema.getFixedSize() + " bytes in base64";
    };
  }

  /** Returns the beginning of a text, without what could garble a message. */
  static String shown(String text) {
    String start = text.length() <= SHOWN_CHARS ? text : text.substring(0, SHOWN_CHARS) + "…";
    return start.replaceAll("[\\p{Cntrl}\\p{Cs}]", "\ufffd");
  }
}
