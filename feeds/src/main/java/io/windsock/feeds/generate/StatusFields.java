package io.windsock.feeds.generate;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.EventType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * One status event in the making: its fields by name, encoded in the order of the schema. Reused;
 * not safe for use by two threads.
 */
final class StatusFields {
  private static final int FIRST_OPTIONAL = 2;

  private final EventType type;
  private final Schema codes;
  private final Map<String, Integer> places = new HashMap<>();
  // By place in the schema: null, a text, or a moment in ms since the epoch.
  private final @Nullable Object[] values;
  private long timeMs;
  private int code;

  /**
   * For {@code type}, FlightStatus.
   *
   * @throws ConfigurationException if it has other than optional texts and moments after its time
   *     and status
   */
  StatusFields(EventType type) {
    this.type = type;
    Schema schema = type.current().schema();
    codes = schema.getFields().get(1).schema();
    if (codes.getType() != Schema.Type.ENUM) {
      throw ConfigurationException.of("catalogue", type + "'s second field is no status");
    }
    values = new Object[schema.getFields().size()];
    for (Schema.Field field : schema.getFields()) {
      places.put(field.name(), field.pos());
      if (field.pos() >= FIRST_OPTIONAL && !optionalTextOrMoment(field.schema())) {
        throw ConfigurationException.of(
            "catalogue", type + "." + field.name() + " is no optional text or moment");
      }
    }
  }

  private static boolean optionalTextOrMoment(Schema schema) {
    return schema.isUnion()
        && schema.getTypes().size() == 2
        && schema.getTypes().get(0).getType() == Schema.Type.NULL
        && (schema.getTypes().get(1).getType() == Schema.Type.STRING
            || schema.getTypes().get(1).getType() == Schema.Type.LONG);
  }

  /** Begins an event with only these two fields. */
  StatusFields start(long eventTimeMs, String status) {
    timeMs = eventTimeMs;
    code = codes.getEnumOrdinal(status);
    Arrays.fill(values, null);
    return this;
  }

  void put(String field, @Nullable String text) {
    values[place(field)] = text;
  }

  void put(String field, long momentMs) {
    values[place(field)] = momentMs;
  }

  private int place(String field) {
    Integer place = places.get(field);
    if (place == null) {
      throw new IllegalArgumentException("no field " + field);
    }
    return place;
  }

  long timeMs() {
    return timeMs;
  }

  /** The framed bytes. */
  byte[] encode(AvroBuffer buffer) {
    buffer.start(type.current().id()).whole(timeMs).whole(code);
    for (int place = FIRST_OPTIONAL; place < values.length; place++) {
      if (values[place] instanceof Long moment) {
        buffer.optionalWhole(moment);
      } else {
        buffer.optionalText((String) values[place]);
      }
    }
    return buffer.copy();
  }
}
