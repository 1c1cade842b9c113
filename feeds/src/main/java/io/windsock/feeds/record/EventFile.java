package io.windsock.feeds.record;

import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;

/** The form of a file of events. */
public final class EventFile {
  /** Full name of its records' schema, by which such a file is known. */
  public static final String RECORD = "io.windsock.feeds.RecordedEvent";

  /** Metadata: name of the domain whose catalogue the events are of. */
  public static final String DOMAIN = "windsock.domain";

  /** Metadata: where the events come from, in words. */
  public static final String ORIGIN = "windsock.origin";

  /** Schema of its records. */
  static final Schema SCHEMA = schema();

  private EventFile() {}

  private static Schema schema() {
    Schema moment = LogicalTypes.timestampMillis().addToSchema(Schema.create(Schema.Type.LONG));
    return SchemaBuilder.record(RECORD)
        .doc("One event of a feed, as it is sent to a source topic.")
        .fields()
        .name("eventTime")
        .doc("When the event happened, ms since 1970-01-01T00:00Z. The value holds the same.")
        .type(moment)
        .noDefault()
        .name("type")
        .doc("Name of its type in the domain's catalogue.")
        .type()
        .stringType()
        .noDefault()
        .name("key")
        .doc("What it is about: the record's key in the topic.")
        .type()
        .stringType()
        .noDefault()
        .name("value")
        .doc("Avro in the Confluent framing (0x00, 4-byte schema id): the record's value.")
        .type()
        .bytesType()
        .noDefault()
        .endRecord();
  }
}
