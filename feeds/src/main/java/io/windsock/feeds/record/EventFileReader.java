package io.windsock.feeds.record;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.SchemaVersion;
import io.windsock.feeds.FeedEvent;
import io.windsock.feeds.FeedLimits;
import io.windsock.feeds.FeedReader;
import io.windsock.feeds.FeedStats;
import io.windsock.feeds.read.AbsentTexts;
import io.windsock.feeds.read.AvroRows;
import io.windsock.feeds.read.BadValueException;
import io.windsock.feeds.read.Input;
import io.windsock.feeds.read.Row;
import io.windsock.feeds.read.Tally;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file of events as it was written: the same bytes, in the same order, late ones included;
 * only the schema id becomes the catalogue's, where a registry gives the ids. An event whose type,
 * schema or time the catalogue does not bear out is a fault. Owned by one thread.
 */
public final class EventFileReader implements FeedReader {
  private static final List<String> FIELDS = List.of("eventTime", "type", "key", "value");
  private static final int EVENT_TIME = 0;
  private static final int TYPE = 1;
  private static final int KEY = 2;
  private static final int VALUE = 3;

  private final Input input;
  private final Catalogue catalogue;
  private final AvroRows rows;
  private final Tally tally;
  private boolean ended;

  /**
   * Reads, and owns, an opened file.
   *
   * @throws io.windsock.contracts.config.ConfigurationException if it is no such file
   */
  public EventFileReader(Input input, Catalogue catalogue, FeedLimits limits, Tally tally)
      throws IOException {
    this.input = input;
    this.catalogue = catalogue;
    this.tally = tally;
    this.rows = new AvroRows(input, AbsentTexts.NONE, FIELDS, limits.maxRecordBytes(), tally);
  }

  @Override
  public @Nullable FeedEvent next() throws IOException {
    while (rows.next()) {
      try {
        FeedEvent event = event(rows.row());
        tally.yielded(1);
        return event;
      } catch (BadValueException e) {
        tally.fault(rows, String.valueOf(e.getMessage()));
      }
    }
    ended = true;
    return null;
  }

  private FeedEvent event(Row row) throws BadValueException {
    String name = row.text(TYPE);
    EventType type = catalogue.find(name);
    if (type == null || type.stream() == null) {
      throw BadValueException.of("type", name, "is no type that a stream carries");
    }
    if (row.absent(KEY)) {
      throw new BadValueException("the key is empty");
    }
    byte[] value = rows.bytes(VALUE);
    SchemaVersion version = catalogue.listed(Framing.schemaId(value));
    if (version == null || !version.type().equals(type)) {
      throw BadValueException.of(
          "value", "schema id " + Framing.schemaId(value), "is no version of " + type);
    }
    long timeMs = row.integer(EVENT_TIME);
    if (Framing.eventTimeMs(value) != timeMs) {
      throw new BadValueException("eventTime " + timeMs + " is not the one in the value");
    }
    Framing.writeHeader(value, version.id());
    return new FeedEvent(type, row.text(KEY), timeMs, value);
  }

  @Override
  public FeedStats stats() {
    double progress = input.progress();
    return tally.stats(ended ? 1 : progress < 0 ? FeedStats.UNKNOWN : progress);
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
