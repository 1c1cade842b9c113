package io.windsock.site.progress;

import io.windsock.platform.kafka.EndWatch;
import io.windsock.platform.kafka.LogReader;
import io.windsock.platform.time.Clocks;

/**
 * Measures the ready queue: how much of the log a site has not applied and, if that is unknown,
 * since when. Owned by the apply thread.
 */
final class LogEnds implements AutoCloseable {
  private final LogReader reader;
  private final EndWatch watch;
  private final Outages outages;
  private final Clocks clock;

  LogEnds(LogReader reader, EndWatch watch, Clocks clock) {
    this.reader = reader;
    this.watch = watch;
    this.clock = clock;
    outages = new Outages(reader.partitions().size());
  }

  /**
   * Measures the queue from the leaders' latest responses. Returns the successor of {@code before}.
   */
  ReadyQueue measure(ReadyQueue before) {
    long nowMs = clock.wallMs();
    long monotonicMs = clock.monotonicMs();
    watch.work(monotonicMs);
    int partitions = before.partitions();
    long[] lengths = new long[partitions];
    long[] ends = new long[partitions];
    long[] cutOffSinceMs = new long[partitions];
    for (int p = 0; p < partitions; p++) {
      long position = reader.position(p);
      lengths[p] = Math.max(Math.max(0, watch.end(p) - position), reader.lag(p));
      ends[p] = position + lengths[p];
      if (watch.silent(p)) {
        outages.silent(p, watch.knownMs(p), before.offsets(p));
      } else {
        outages.answered(p, watch.end(p), position);
      }
      long sinceMs = outages.sinceMs(p);
      cutOffSinceMs[p] = sinceMs == Outages.NONE ? 0 : nowMs - (monotonicMs - sinceMs);
    }
    return before.measured(lengths, ends, cutOffSinceMs, nowMs);
  }

  /** The number of partitions whose leaders do not respond. */
  int silent() {
    return outages.silent();
  }

  /** Discards what is known after a long gap, until the leaders respond again. */
  void lose() {
    watch.lose();
  }

  @Override
  public void close() {
    watch.close();
  }
}
