package io.windsock.cli.topics;

import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.UndecodableException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericFixed;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/**
 * Converts Avro values to types that Jackson writes: maps, lists, numbers and text. Bytes that are
 * themselves a framed event (the parts of a coalesced update) are decoded; other bytes become
 * hexadecimal.
 */
final class AvroJson {
  private final EventCodec codec;

  AvroJson(EventCodec codec) {
    this.codec = codec;
  }

  /** Returns a record's fields, in the schema's order. */
  Map<String, @Nullable Object> record(IndexedRecord record) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    for (Schema.Field field : record.getSchema().getFields()) {
      fields.put(field.name(), value(record.get(field.pos())));
    }
    return fields;
  }

  private @Nullable Object value(@Nullable Object value) {
    if (value == null || value instanceof Number || value instanceof Boolean) {
      return value;
    }
    if (value instanceof IndexedRecord nested) {
      return record(nested);
    }
    if (value instanceof Collection<?> elements) {
      List<@Nullable Object> list = new ArrayList<>();
      elements.forEach(element -> list.add(value(element)));
      return list;
    }
    if (value instanceof Map<?, ?> entries) {
      Map<String, @Nullable Object> map = new LinkedHashMap<>();
      entries.forEach((key, element) -> map.put(String.valueOf(key), value(element)));
      return map;
    }
    if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return bytes(bytes);
    }
    return value instanceof GenericFixed fixed ? bytes(fixed.bytes()) : value.toString();
  }

  private Object bytes(byte[] bytes) {
    if (Framing.schemaId(bytes) != Framing.NOT_FRAMED) {
      try {
        IndexedRecord event = codec.decode(bytes);
        return Map.of(event.getSchema().getName(), record(event));
      } catch (UndecodableException e) {
        // These bytes only begin like an event, and are shown as bytes.
      }
    }
    return HexFormat.of().formatHex(bytes);
  }
}
