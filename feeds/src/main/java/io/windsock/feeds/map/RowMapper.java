package io.windsock.feeds.map;

import io.windsock.feeds.AvroBuffer;
import io.windsock.feeds.FeedEvent;
import io.windsock.feeds.read.BadValueException;
import io.windsock.feeds.read.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Creates the events of rows. Owned by one thread. */
public final class RowMapper {
  private final List<EventMapping> events;
  private final AvroBuffer buffer = new AvroBuffer();
  private final List<FeedEvent> mapped = new ArrayList<>();

  RowMapper(List<EventMapping> events) {
    this.events = events;
  }

  /**
   * Returns the events that the row produces, in the order of the mapping; either all or none. The
   * list is reused for the next row.
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
