package io.windsock.site.update;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * The update delay of a site (the paper, section 4.3): from a source event's append to its source
 * topic to the moment its update has been handed to the clients' connections, in ms, per event. The
 * time for which a rule withheld it does not count: that is staleness, and by intention. Any thread
 * may record and read.
 */
public final class UpdateDelay {
  /** Longer delays count as this long, ms. */
  public static final long MAX_MS = 24 * 60 * 60 * 1000L;

  private static final int DIGITS = 3;

  /** Delays: of how many events, and percentiles in ms. */
  public record Percentiles(long events, long p50Ms, long p99Ms, long maxMs) {
    private static Percentiles of(Histogram delays) {
      return new Percentiles(
          delays.getTotalCount(),
          delays.getValueAtPercentile(50),
          delays.getValueAtPercentile(99),
          delays.getMaxValue());
    }
  }

  private final Recorder recorder = new Recorder(MAX_MS, DIGITS);
  private final Histogram total = new Histogram(MAX_MS, DIGITS);
  private final List<Window> readers = new ArrayList<>();
  private Histogram interval = recorder.getIntervalHistogram();

  /** A live batch has been handed over, or would have been, had there been clients. */
  public void sent(UpdateBatch batch, long nowMs) {
    if (!batch.live()) {
      return;
    }
    for (int i = 0; i < batch.events(); i++) {
      recorder.recordValue(Math.min(MAX_MS, Math.max(0, nowMs - batch.startMs(i))));
    }
  }

  /** What was recorded since the site started. */
  public synchronized Percentiles percentiles() {
    take();
    return Percentiles.of(total);
  }

  /** The delays so far, in ms; a copy. */
  public synchronized Histogram distribution() {
    take();
    return total.copy();
  }

  /** A reader of its own, who sees what is recorded from now on. Readers do not disturb others. */
  public synchronized Window window() {
    take();
    Window reader = new Window();
    readers.add(reader);
    return reader;
  }

  /** The recorder has one interval: whoever takes it hands it to everybody. */
  private void take() {
    interval = recorder.getIntervalHistogram(interval);
    total.add(interval);
    for (Window reader : readers) {
      reader.delays.add(interval);
    }
  }

  /** The delays between two reads of one reader. */
  public final class Window {
    private final Histogram delays = new Histogram(MAX_MS, DIGITS);

    private Window() {}

    /** What was recorded since the last read. */
    public Percentiles read() {
      synchronized (UpdateDelay.this) {
        take();
        Percentiles percentiles = Percentiles.of(delays);
        delays.reset();
        return percentiles;
      }
    }
  }
}
