package io.windsock.feeds.spi;

import io.windsock.feeds.FeedLimits;
import io.windsock.feeds.read.Input;
import io.windsock.feeds.read.RowSource;
import io.windsock.feeds.read.Sample;
import io.windsock.feeds.read.Tally;
import java.io.IOException;
import java.time.ZoneId;
import java.util.List;

/**
 * A format of files beyond CSV, JSON and Avro, with its own fields. Found by {@link
 * java.util.ServiceLoader}: a jar on the class path lists its formats in {@code
 * META-INF/services/io.windsock.feeds.spi.InputFormat}. For all threads.
 */
public interface InputFormat extends Provider {
  /** What its rows can be asked for. */
  List<String> fields();

  /** Whether a file that begins like this is in the format. */
  boolean matches(Sample sample);

  /**
   * Opens a file in the format.
   *
   * @param wanted of {@link #fields}; a row's field <i>i</i> is {@code wanted[i]}
   */
  RowSource open(Input input, Sample sample, List<String> wanted, Options options)
      throws IOException;

  /**
   * What opening a file needs besides the file.
   *
   * @param zone zone of clock readings in a format that does not say
   */
  record Options(ZoneId zone, FeedLimits limits, Tally tally) {}
}
