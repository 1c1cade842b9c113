package io.windsock.platform.http.message;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericFixed;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/**
 * Writes Avro records as plain JSON: a union as its value, no null fields, times as numbers of ms.
 * It differs from Avro's JSON encoding, which names the branch of every union.
 */
public final class RecordJson {
  private RecordJson() {}

  /** Writes {@code record} as an object. */
  public static void write(IndexedRecord record, JsonGenerator json) throws IOException {
    json.writeStartObject();
    for (Schema.Field field : record.getSchema().getFields()) {
      Object value = record.get(field.pos());
      if (value != null) {
        json.writeFieldName(field.name());
        value(value, json);
      }
    }
    json.writeEndObject();
  }

  private static void value(@Nullable Object value, JsonGenerator json) throws IOException {
    if (value == null) {
      json.writeNull();
    } else if (value instanceof Number || value instanceof Boolean) {
      json.writeObject(value);
    } else if (value instanceof IndexedRecord record) {
      write(record, json);
    } else if (value instanceof Collection<?> items) {
      array(items, json);
    } else if (value instanceof Map<?, ?> map) {
      map(map, json);
    } else if (value instanceof ByteBuffer bytes) {
      byte[] copy = new byte[bytes.remaining()];
      bytes.duplicate().get(copy);
      json.writeBinary(copy);
    } else if (value instanceof GenericFixed fixed) {
      json.writeBinary(fixed.bytes());
    } else {
      json.writeString(value.toString());
    }
  }

  private static void array(Collection<?> items, JsonGenerator json) throws IOException {
    json.writeStartArray();
    for (Object item : items) {
      value(item, json);
    }
    json.writeEndArray();
  }

  private static void map(Map<?, ?> map, JsonGenerator json) throws IOException {
    json.writeStartObject();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      json.writeFieldName(String.valueOf(entry.getKey()));
      value(entry.getValue(), json);
    }
    json.writeEndObject();
  }
}
