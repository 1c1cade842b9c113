package io.windsock.feeds.map;

import io.windsock.feeds.FeedLimits;
import io.windsock.feeds.read.Input;
import io.windsock.feeds.read.RowSource;
import io.windsock.feeds.read.Sample;
import io.windsock.feeds.read.Tally;
import io.windsock.feeds.spi.InputFormat;
import java.io.IOException;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the files of one kind become events. Immutable. */
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

  /** The mapping's name and the source's: {@code egll/positions}. */
  public String name() {
    return name;
  }

  /** Whether its files are in order of time as they are, so that they can be read as a stream. */
  public boolean timeOrdered() {
    return timeOrdered;
  }

  /** Why a file that begins like this can't be mapped by this source; null: it can. */
  public @Nullable String mismatch(Sample sample) {
    return format.mismatch(sample, identifying);
  }

  /**
   * Opens a file.
   *
   * @throws io.windsock.contracts.config.ConfigurationException if it lacks fields that are mapped
   */
  public RowSource open(Input input, Sample sample, FeedLimits limits, Tally tally)
      throws IOException {
    return format.open(input, sample, columns, new InputFormat.Options(zone, limits, tally));
  }

  /** A mapper for the rows of one file. */
  public RowMapper mapper() {
    return new RowMapper(events);
  }

  @Override
  public String toString() {
    return name;
  }
}
