package io.windsock.contracts.schema;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * Converts between framed bytes and records of a catalogue. Reads every version of a type as its
 * current one (Avro's schema resolution). Not thread-safe: each thread owns its own codec.
 */
public final class EventCodec {
  private final Catalogue catalogue;
  private final EventValidator validator;
  private final GenericData data = new GenericData();
  private final Map<Integer, GenericDatumReader<GenericRecord>> readers = new HashMap<>();
  private final Map<EventType, GenericDatumWriter<IndexedRecord>> writers = new HashMap<>();
  private final ByteArrayOutputStream buffer = new ByteArrayOutputStream(512);
  private @Nullable BinaryDecoder decoder;
  private @Nullable BinaryEncoder encoder;

  /** Creates a codec for the types of {@code catalogue}. */
  public EventCodec(Catalogue catalogue) {
    this.catalogue = catalogue;
    this.validator = new EventValidator(catalogue);
    data.setFastReaderEnabled(true);
  }

  /**
   * Decodes framed bytes as the current version of their type.
   *
   * @throws UndecodableException with the reason, if the bytes are unframed, have an unknown schema
   *     id, are truncated, contain a value that the schema forbids, or continue after the record's
   *     end
   */
  public GenericRecord decode(byte[] framed) throws UndecodableException {
    // Validate first: Avro's reader allocates the length that the bytes claim before it reads them.
    String fault = validator.fault(framed);
    SchemaVersion version = catalogue.version(Framing.schemaId(framed));
    if (fault != null || version == null) {
      throw new UndecodableException(String.valueOf(fault));
    }
    return decode(framed, Framing.HEADER_BYTES, version);
  }

  /**
   * Decodes one of Windsock's own records.
   *
   * @param type the class generated from its schema
   * @throws UndecodableException like {@link #decode(byte[])}, or if the record is of another type
   */
  public <T extends SpecificRecord> T decode(byte[] framed, Class<T> type)
      throws UndecodableException {
    GenericRecord record = decode(framed);
    if (!record.getSchema().getFullName().equals(type.getName())) {
      throw new UndecodableException(record.getSchema().getName() + " is not a " + type.getName());
    }
    return type.cast(SpecificData.get().deepCopy(record.getSchema(), record));
  }

  /** Encodes one of Windsock's own records, framed. */
  public byte[] encode(SpecificRecord record) {
    return encode(catalogue.type(record.getSchema().getName()), record);
  }

  /** Decodes the bytes from {@code offset} as a record written with {@code version}. */
  private GenericRecord decode(byte[] bytes, int offset, SchemaVersion version)
      throws UndecodableException {
    try {
      decoder = DecoderFactory.get().binaryDecoder(bytes, offset, bytes.length - offset, decoder);
      GenericRecord record = reader(version).read(null, decoder);
      if (!decoder.isEnd()) {
        throw new UndecodableException(version + ": bytes follow the end of the record");
      }
      return record;
    } catch (EOFException e) {
      throw new UndecodableException(version + ": cut short");
    } catch (IOException | RuntimeException e) { // may throw anything for malformed input
      throw new UndecodableException(version + ": " + e.getMessage());
    }
  }

  /** Encodes a record of {@code type}'s current schema, framed. */
  public byte[] encode(EventType type, IndexedRecord event) {
    buffer.reset();
    SchemaVersion version = type.current();
    try {
      for (int i = 0; i < Framing.HEADER_BYTES; i++) {
        buffer.write(0);
      }
      encoder = EncoderFactory.get().directBinaryEncoder(buffer, encoder);
      writer(type).write(event, encoder);
      encoder.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    byte[] framed = buffer.toByteArray();
    Framing.writeHeader(framed, version.id());
    return framed;
  }

  private GenericDatumReader<GenericRecord> reader(SchemaVersion version) {
    return readers.computeIfAbsent(
        version.id(),
        id -> new GenericDatumReader<>(version.schema(), version.type().current().schema(), data));
  }

  private GenericDatumWriter<IndexedRecord> writer(EventType type) {
    return writers.computeIfAbsent(type, t -> new GenericDatumWriter<>(t.current().schema(), data));
  }
}
