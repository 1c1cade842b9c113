package io.windsock.feeds.recorded;

import io.windsock.feeds.FeedEvent;
import io.windsock.feeds.FeedReader;
import io.windsock.feeds.FeedStats;
import io.windsock.feeds.input.Input;
import io.windsock.feeds.row.BadValueException;
import io.windsock.feeds.row.Row;
import io.windsock.feeds.row.RowSource;
import io.windsock.feeds.row.Tally;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The events of one file, in the order of the file. Owned by one thread. */
final class MappedFile implements FeedReader {
  private final Input input;
  private final RowSource rows;
  private final Mapper mapper;
  private final Tally tally;
  private List<FeedEvent> events = List.of();
  private int next;
  private boolean ended;

  /** Creates the events of a row, all or none. */
  @FunctionalInterface
  interface Mapper {
    List<FeedEvent> map(Row row) throws BadValueException, IOException;
  }

  /** Maps an opened file and takes ownership of it. */
  MappedFile(Input input, RowSource rows, Mapper mapper, Tally tally) {
    this.input = input;
    this.rows = rows;
    this.mapper = mapper;
    this.tally = tally;
  }

  @Override
  public @Nullable FeedEvent next() throws IOException {
    while (next == events.size()) {
      if (!rows.next()) {
        ended = true;
        return null;
      }
      mapRow();
    }
    return events.get(next++);
  }

  private void mapRow() throws IOException {
    next = 0;
    try {
      events = mapper.map(rows.row());
      if (events.isEmpty()) {
        tally.excluded();
      } else {
        tally.yielded(events.size());
      }
    } catch (BadValueException e) {
      events = List.of();
      tally.fault(rows, String.valueOf(e.getMessage()));
    }
  }

  @Override
  public FeedStats stats() {
    return tally.stats(ended ? 1 : input.progress());
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
