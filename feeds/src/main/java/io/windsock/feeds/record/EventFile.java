package io.windsock.feeds.record;

import org.apache.avro.Schema;

/** The form of a file of events. */
public final class EventFile {
  /** Full name of its records' schema, by which such a file is known. */
  public static final String RECORD = "io.windsock.feeds.RecordedEvent";

  /** Metadata: name of the domain whose catalogue the events are of. */
  public static final String DOMAIN = "windsock.domain";

  /** Metadata: where the events come from, in words. */
  public static final String ORIGIN = "windsock.origin";

  /** Schema of its records. */
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
