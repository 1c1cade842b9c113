package io.windsock.feeds.spi;

import io.windsock.feeds.FeedLimits;
import io.windsock.feeds.input.Input;
import io.windsock.feeds.read.Sample;
import io.windsock.feeds.row.RowSource;
import io.windsock.feeds.row.Tally;
import java.io.IOException;
import java.time.ZoneId;
import java.util.List;

/**
 * A file format other than CSV, JSON and Avro, with its own fields. Found by {@link
 * java.util.ServiceLoader}: a jar on the class path lists its formats in {@code
 * META-INF/services/io.windsock.feeds.spi.InputFormat}. Thread-safe.
 */
public interface InputFormat extends Provider {
  /** Returns the fields that rows of the format can provide. */
  List<String> fields();

  /** Whether a file with this start is in the format. */
  boolean matches(Sample sample);

  /**
   * Opens a file in the format.
   *
   * @param wanted some of {@link #fields}; a row's field <i>i</i> is {@code wanted[i]}
   */
  RowSource open(Input input, Sample sample, List<String> wanted, Options options)
      throws IOException;

  /**
   * The settings for opening a file.
   *
   * @param zone the zone of clock times in a format that does not specify one
   */
  record Options(ZoneId zone, FeedLimits limits, Tally tally) {}
}
