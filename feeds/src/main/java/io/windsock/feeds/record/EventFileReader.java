package io.windsock.feeds.record;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.SchemaVersion;
import io.windsock.feeds.FeedEvent;
import io.windsock.feeds.read.AvroRows;
import io.windsock.feeds.row.BadValueException;
import io.windsock.feeds.row.Row;
import java.util.List;

/**
 * Converts the rows of an event file to events exactly as they were written: the same bytes in the
 * same order, including late events. Only the schema id is replaced by the catalogue's, which a
 * registry may have assigned. An event that contradicts the catalogue in type, schema or time is a
 * fault. Owned by one thread.
 *
 * @param rows the file's rows, opened with {@link #FIELDS}
 */
public record EventFileReader(AvroRows rows, Catalogue catalogue) {
  /** The fields of an event file. */
  public static final List<String> FIELDS = List.of("eventTime", "type", "key", "value");

  private static final int EVENT_TIME = 0;
  private static final int TYPE = 1;
  private static final int KEY = 2;
  private static final int VALUE = 3;

  /**
   * Returns the row's event in a list of one.
   *
   * @throws BadValueException if the row does not hold an event of the catalogue
   */
  public List<FeedEvent> map(Row row) throws BadValueException {
    return List.of(event(row));
  }

  private FeedEvent event(Row row) throws BadValueException {
    String name = row.text(TYPE);
    EventType type = catalogue.find(name);
    if (type == null || type.stream() == null) {
      throw BadValueException.of("type", name, "is not a type that a stream carries");
    }
    if (row.absent(KEY)) {
      throw new BadValueException("the key is empty");
    }
    byte[] value = rows.bytes(VALUE);
    SchemaVersion version = catalogue.listed(Framing.schemaId(value));
    if (version == null || !version.type().equals(type)) {
      throw BadValueException.of(
          "value", "schema id " + Framing.schemaId(value), "is not a version of " + type);
    }
    long timeMs = row.integer(EVENT_TIME);
    if (Framing.eventTimeMs(value) != timeMs) {
      throw new BadValueException("eventTime " + timeMs + " is not the one in the value");
    }
    Framing.writeHeader(value, version.id());
    return new FeedEvent(type, row.text(KEY), timeMs, value);
  }
}
