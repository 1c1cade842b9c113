package io.windsock.feeds;

import io.windsock.feeds.map.RowMapper;
import io.windsock.feeds.map.SourceMapping;
import io.windsock.feeds.read.BadValueException;
import io.windsock.feeds.read.Input;
import io.windsock.feeds.read.RowSource;
import io.windsock.feeds.read.Sample;
import io.windsock.feeds.read.Tally;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One file as events, in the order of the file. Owned by one thread. */
final class MappedFile implements FeedReader {
  private final Input input;
  private final RowSource rows;
  private final RowMapper mapper;
  private final Tally tally;
  private List<FeedEvent> events = List.of();
  private int next;
  private boolean ended;

  private MappedFile(Input input, RowSource rows, RowMapper mapper, Tally tally) {
    this.input = input;
    this.rows = rows;
    this.mapper = mapper;
    this.tally = tally;
  }

  /** Maps, and owns, an opened file. */
  static MappedFile open(Input input, Sample sample, SourceMapping mapping, FeedRequest request)
      throws IOException {
    Tally tally = new Tally(input.name(), request.faults());
    RowSource rows = mapping.open(input, sample, request.limits(), tally);
    return new MappedFile(input, rows, mapping.mapper(), tally);
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
    double progress = input.progress();
    return tally.stats(ended ? 1 : progress < 0 ? FeedStats.UNKNOWN : progress);
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
