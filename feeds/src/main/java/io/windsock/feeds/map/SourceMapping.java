package io.windsock.feeds.map;

import io.windsock.feeds.AvroBuffer;
import io.windsock.feeds.FeedEvent;
import io.windsock.feeds.FeedLimits;
import io.windsock.feeds.input.Input;
import io.windsock.feeds.read.Sample;
import io.windsock.feeds.row.BadValueException;
import io.windsock.feeds.row.Row;
import io.windsock.feeds.row.RowSource;
import io.windsock.feeds.row.Tally;
import io.windsock.feeds.spi.InputFormat;
import java.io.IOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Converts the files of one kind to events. Immutable. */
public final class SourceMapping {
  private final String name;
  private final SourceFormat format;
  private final ZoneId zone;
  private final boolean timeOrdered;
  private final List<String> identifying;
  private final List<String> columns;
  private final List<EventMapping> events;

  SourceMapping(
      String name,
      SourceFormat format,
      ZoneId zone,
      boolean timeOrdered,
      List<String> identifying,
      List<String> columns,
      List<EventMapping> events) {
    this.name = name;
    this.format = format;
    this.zone = zone;
    this.timeOrdered = timeOrdered;
    this.identifying = List.copyOf(identifying);
    this.columns = List.copyOf(columns);
    this.events = List.copyOf(events);
  }

  /** Returns the names of the mapping and the source: {@code egll/positions}. */
  public String name() {
    return name;
  }

  /** Whether its files are already in time order, so that they can be read as a stream. */
  public boolean timeOrdered() {
    return timeOrdered;
  }

  /** Returns why this source can't map a file with this start; null if it can. */
  public @Nullable String mismatch(Sample sample) {
    return format.mismatch(sample, identifying);
  }

  /**
   * Opens a file.
   *
   * @throws io.windsock.contracts.config.ConfigurationException if the file lacks mapped fields
   */
  public RowSource open(Input input, Sample sample, FeedLimits limits, Tally tally)
      throws IOException {
    return format.open(input, sample, columns, new InputFormat.Options(zone, limits, tally));
  }

  /** Returns a mapper for the rows of one file. */
  public RowMapper mapper() {
    return new RowMapper(events);
  }

  @Override
  public String toString() {
    return name;
  }

  /** Creates the events of rows. Owned by one thread. */
  public static final class RowMapper {
    private final List<EventMapping> events;
    private final AvroBuffer buffer = new AvroBuffer();
    private final List<FeedEvent> mapped = new ArrayList<>();

    RowMapper(List<EventMapping> events) {
      this.events = events;
    }

    /**
     * Returns the events that the row produces, in the order of the mapping; either all or none.
     * The list is reused for the next row.
     *
     * @throws BadValueException if one of them can't be created
     */
    public List<FeedEvent> map(Row row) throws BadValueException, IOException {
      mapped.clear();
      for (int i = 0; i < events.size(); i++) {
        EventMapping event = events.get(i);
        if (event.when().holds(row)) {
          mapped.add(event.map(row, buffer));
        }
      }
      return mapped;
    }
  }
}
