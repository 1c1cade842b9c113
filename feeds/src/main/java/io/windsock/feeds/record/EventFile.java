package io.windsock.feeds.record;

import org.apache.avro.Schema;

/** The format of an event file. */
public final class EventFile {
  /** The full name of the records' schema, which identifies an event file. */
  public static final String RECORD = "io.windsock.feeds.RecordedEvent";

  /** Metadata key: the name of the domain whose catalogue defines the events. */
  public static final String DOMAIN = "windsock.domain";

  /** Metadata key: the origin of the events, in words. */
  public static final String ORIGIN = "windsock.origin";

  /** The schema of the records. */
  static final Schema SCHEMA =
      new Schema.Parser()
          .parse(
              """
              {"type": "record", "name": "%s", "doc": "One event of a feed, as it is sent to a source topic.", "fields": [
                {"name": "eventTime", "type": {"type": "long", "logicalType": "timestamp-millis"},
                 "doc": "When the event happened, ms since 1970-01-01T00:00Z. The value holds the same."},
                {"name": "type", "type": "string", "doc": "Name of its type in the domain's catalogue."},
                {"name": "key", "type": "string", "doc": "What it is about: the record's key in the topic."},
                {"name": "value", "type": "bytes",
                 "doc": "Avro in the Confluent framing (0x00, 4-byte schema id): the record's value."}]}
              """
                  .formatted(RECORD));

  private EventFile() {}
}
