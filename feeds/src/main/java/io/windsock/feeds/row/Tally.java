package io.windsock.feeds.row;

import io.windsock.feeds.FaultSink;
import io.windsock.feeds.FeedFault;
import io.windsock.feeds.FeedStats;
import java.io.IOException;

/**
 * Counts the outcomes of one file's records, each exactly once. Owned by the thread that reads the
 * file.
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

  /** Counts a record that produced {@code count} events, at least one. */
  public void yielded(int count) {
    yielding++;
    events += count;
  }

  /** Counts a record whose values later events will carry. */
  public void merged() {
    merged++;
  }

  /** Counts a valid record that has nothing to send. */
  public void excluded() {
    excluded++;
  }

  /** Counts and reports a record that can't be used. */
  public void fault(FeedFault.Unit unit, long number, String reason, String raw)
      throws IOException {
    faults++;
    sink.fault(new FeedFault(file, unit, number, reason, raw));
  }

  /** Counts and reports the current record of {@code source}, which can't be used. */
  public void fault(RowSource source, String reason) throws IOException {
    fault(source.unit(), source.number(), reason, source.raw());
  }

  /** Returns the counts, with the fraction of the file that has been returned. */
  public FeedStats stats(double progress) {
    long records = yielding + merged + excluded + faults;
    return new FeedStats(records, yielding, merged, excluded, faults, events, progress);
  }
}
