package io.windsock.testbed.calls.tally;

import io.windsock.contracts.config.Failure;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.HistogramLogWriter;

/**
 * A file with the latencies of each interval in the form of HdrHistogram's logs, which its tools
 * read; values are in µs. Owned by one thread.
 */
public final class HistogramLog implements AutoCloseable {
  private static final double US_PER_MS = 1e3;
  private static final double MS_PER_SECOND = 1e3;

  private final HistogramLogWriter writer;

  private HistogramLog(HistogramLogWriter writer) {
    this.writer = writer;
  }

  /**
   * Creates the file, over an existing one.
   *
   * @param startMs when the first interval begins, ms since the epoch
   * @throws Failure if it can't be written
   */
  public static HistogramLog create(Path file, long startMs) {
    try {
      Path folder = file.toAbsolutePath().getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      HistogramLogWriter writer = new HistogramLogWriter(file.toFile());
      writer.outputComment("[Latencies of windsock calls, in microseconds; maxima in ms]");
      writer.outputLogFormatVersion();
      writer.outputStartTime(startMs);
      writer.outputBaseTime(startMs);
      writer.outputLegend();
      return new HistogramLog(writer);
    } catch (FileNotFoundException e) {
      throw new Failure("can't write " + file + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new Failure("can't write " + file + ": " + e, e);
    }
  }

  /** Writes an interval. */
  public void write(IntervalHistogram interval) {
    double from = interval.fromMs() / MS_PER_SECOND;
    double length = TimeUnit.NANOSECONDS.toMillis(Tally.INTERVAL_NS) / MS_PER_SECOND;
    writer.outputIntervalHistogram(from, from + length, interval.micros(), US_PER_MS);
  }

  @Override
  public void close() {
    writer.close();
  }
}
