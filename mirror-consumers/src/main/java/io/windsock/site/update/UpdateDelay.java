package io.windsock.site.update;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * The update delay of a site (the paper, section 4.3): the time, in ms per event, from a source
 * event's append to its source topic until its update is handed to the clients' connections. Time
 * for which a rule withheld the event does not count: that is intended staleness. Any thread may
 * record and read.
 */
public final class UpdateDelay {
  /** The longest delay recorded; longer ones count as this, ms. */
  public static final long MAX_MS = 24 * 60 * 60 * 1000L;

  private static final int DIGITS = 3;

  /** The number of events measured, and percentiles of their delays in ms. */
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

  /** Records that a live batch was handed over, or would have been if there were clients. */
  public void sent(UpdateBatch batch, long nowMs) {
    if (!batch.live()) {
      return;
    }
    for (long startMs : batch.startsMs()) {
      recorder.recordValue(Math.min(MAX_MS, Math.max(0, nowMs - startMs)));
    }
  }

  /** The delays recorded since the site started. */
  public synchronized Percentiles percentiles() {
    take();
    return Percentiles.of(total);
  }

  /** A copy of the delays so far, in ms. */
  public synchronized Histogram distribution() {
    take();
    return total.copy();
  }

  /** Creates an independent window on the delays recorded from now on. */
  public synchronized Window window() {
    take();
    Window reader = new Window();
    readers.add(reader);
    return reader;
  }

  /** Takes the recorder's only interval and distributes it to all windows. */
  private void take() {
    interval = recorder.getIntervalHistogram(interval);
    total.add(interval);
    for (Window reader : readers) {
      reader.delays.add(interval);
    }
  }

  /** The delays between two reads by one reader. */
  public final class Window {
    private final Histogram delays = new Histogram(MAX_MS, DIGITS);

    private Window() {}

    /** The delays recorded since the last read. */
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
