package io.windsock.feeds.read;

import io.windsock.feeds.FaultSink;
import io.windsock.feeds.FeedFault;
import io.windsock.feeds.FeedStats;
import java.io.IOException;

/**
 * What became of the records of one file: each is counted exactly once. Owned by the thread that
 * reads the file.
 */
public final class Tally {
  private final String file;
  private final FaultSink sink;
  private long yielding;
  private long merged;
  private long excluded;
  private long faults;
  private long events;

  /** Counts for {@code file} and reports its faults to {@code sink}. */
  public Tally(String file, FaultSink sink) {
    this.file = file;
    this.sink = sink;
  }

  /** A record gave {@code count} events, at least one. */
  public void yielded(int count) {
    yielding++;
    events += count;
  }

  /** A record's values will go out with later events. */
  public void merged() {
    merged++;
  }

  /** A record is sound and has nothing to send. */
  public void excluded() {
    excluded++;
  }

  /** A record can't be used. */
  public void fault(FeedFault.Unit unit, long number, String reason, String raw)
      throws IOException {
    faults++;
    sink.fault(new FeedFault(file, unit, number, reason, raw));
  }

  /** The record that {@code source} stands at can't be used. */
  public void fault(RowSource source, String reason) throws IOException {
    fault(source.unit(), source.number(), reason, source.raw());
  }

  /** The counts, with the share of the file that has been given out. */
  public FeedStats stats(double progress) {
    long records = yielding + merged + excluded + faults;
    return new FeedStats(records, yielding, merged, excluded, faults, events, progress);
  }
}
