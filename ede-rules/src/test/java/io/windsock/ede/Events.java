package io.windsock.ede;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.ede.definition.FieldShape;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;

/** Makes framed events of any domain from names and values. */
final class Events {
  private static final Map<Catalogue, EventCodec> CODECS = new ConcurrentHashMap<>();

  private Events() {}

  /** An event: names of fields and their values, one after the other. */
  static byte[] event(Catalogue catalogue, String typeName, long timeMs, Object... fields) {
    EventType type = catalogue.type(typeName);
    GenericRecord record = new GenericData.Record(type.current().schema());
    record.put("eventTime", timeMs);
    for (int i = 0; i < fields.length; i += 2) {
      Schema.Field field = type.current().schema().getField((String) fields[i]);
      Schema schema = FieldShape.of(field).schema();
      boolean isEnum = schema.getType() == Schema.Type.ENUM;
      record.put(
          field.pos(), isEnum ? new GenericData.EnumSymbol(schema, fields[i + 1]) : fields[i + 1]);
    }
    return encode(catalogue, type, record);
  }

  /** A coalesced update of these events. */
  static byte[] coalesced(Catalogue catalogue, long timeMs, byte[]... parts) {
    EventType type = catalogue.type("CoalescedUpdate");
    Schema partSchema = type.current().schema().getField("parts").schema().getElementType();
    List<GenericRecord> list = new ArrayList<>();
    for (byte[] part : parts) {
      GenericRecord record = new GenericData.Record(partSchema);
      record.put("sequence", 1L);
      record.put("value", ByteBuffer.wrap(part));
      list.add(record);
    }
    GenericRecord update = new GenericData.Record(type.current().schema());
    update.put("eventTime", timeMs);
    update.put("parts", list);
    update.put("superseded", 0);
    return encode(catalogue, type, update);
  }

  /** Any record as Avro's own writer writes it, framed. */
  static byte[] encode(Catalogue catalogue, EventType type, GenericRecord record) {
    EventCodec codec = CODECS.computeIfAbsent(catalogue, EventCodec::new);
    synchronized (codec) {
      return codec.encode(type, record);
    }
  }

  /** Decodes any framed event. */
  static GenericRecord decode(Catalogue catalogue, byte[] framed) {
    try {
      EventCodec codec = CODECS.computeIfAbsent(catalogue, EventCodec::new);
      synchronized (codec) {
        return codec.decode(framed);
      }
    } catch (UndecodableException e) {
      throw new AssertionError(e);
    }
  }
}
