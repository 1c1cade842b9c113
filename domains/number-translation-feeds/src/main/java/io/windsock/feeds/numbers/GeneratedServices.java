package io.windsock.feeds.numbers;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.feeds.FeedEvent;
import io.windsock.feeds.FeedReader;
import io.windsock.feeds.FeedStats;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A generated feed of 0800 numbers: all are added, then some are modified, some cancelled and
 * replaced by new ones, and calls are counted. Each number's reports are in the plug-in order (R.
 * Friedman and K. Birman, Using Group Communication Technology to Implement a Reliable and Scalable
 * Distributed IN Coprocessor, section 3.5). The same options produce the same bytes. The services
 * are never held in memory: those in service are the ones at the indexes from {@link
 * #firstInService()} to {@link #endInService()}. Owned by one thread.
 */
public final class GeneratedServices implements FeedReader {
  /** Of a hundred changes, so many are modifications. */
  private static final int MODIFIED_PERCENT = 50;

  /** Of a hundred changes, so many are counts; the others cancel one number and add one. */
  private static final int COUNTED_PERCENT = 40;

  private static final int PERCENT = 100;
  private static final int EVENTS_AN_ADDITION = 2;

  /** Keeps the random numbers of different seeds, and of additions and changes, apart. */
  private static final long SEED_FACTOR = 0xD1342543DE82EF95L;

  private static final long CHANGES_SALT = 0x5851F42D4C957F2DL;

  private final ServiceOptions options;
  private final ServiceNumbers numbers;
  private final ServiceWriter writer;
  private final Deque<FeedEvent> ready = new ArrayDeque<>();
  private int first;
  private int end;
  private int changed;
  private long timeMs;
  private long given;
  private boolean closed;

  /**
   * Creates a feed of the domain number-translation.
   *
   * @throws ConfigurationException if {@code catalogue} is of another domain
   */
  public GeneratedServices(Catalogue catalogue, ServiceOptions options) {
    this.options = options;
    numbers = new ServiceNumbers(options.seed());
    writer = new ServiceWriter(catalogue);
    timeMs = options.start().toEpochMilli();
    if (options.changesOnly()) {
      end = options.numbers();
      timeMs += (long) EVENTS_AN_ADDITION * end;
    }
  }

  @Override
  public @Nullable FeedEvent next() {
    try {
      if (ready.isEmpty()) {
        produce();
      }
    } catch (IOException e) {
      // Can't happen: events are written to memory only.
      throw new UncheckedIOException(e);
    }
    FeedEvent event = ready.poll();
    given += event == null ? 0 : 1;
    return event;
  }

  private void produce() throws IOException {
    if (closed) {
      return;
    }
    if (end < options.numbers()) {
      add(1);
    } else if (changed < options.changes()) {
      change(chance(CHANGES_SALT, changed), options.interval().toMillis());
      changed++;
    }
  }

  private SplittableRandom chance(long salt, int index) {
    return new SplittableRandom(options.seed() * SEED_FACTOR + salt + index);
  }

  private void change(SplittableRandom chance, long intervalMs) throws IOException {
    int kind = chance.nextInt(PERCENT);
    int index = chance.nextInt(first, end);
    if (kind < MODIFIED_PERCENT) {
      modify(index, chance, intervalMs);
    } else if (kind < MODIFIED_PERCENT + COUNTED_PERCENT) {
      ready.add(writer.counts(numbers.number(index), step(intervalMs), chance));
    } else {
      add(intervalMs);
      cancel(first, intervalMs);
      first++;
    }
  }

  /** Returns the time of the next event and advances it by {@code intervalMs}. */
  private long step(long intervalMs) {
    long now = timeMs;
    timeMs += intervalMs;
    return now;
  }

  private void add(long intervalMs) throws IOException {
    String number = numbers.number(end);
    ready.add(writer.report(ServiceWriter.PLUGGED_IN, number, step(intervalMs)));
    ready.add(writer.entry(ServiceWriter.ADDED, number, step(intervalMs), end, chance(0, end)));
    end++;
  }

  private void modify(int index, SplittableRandom chance, long intervalMs) throws IOException {
    String number = numbers.number(index);
    ready.add(writer.report(ServiceWriter.ROUTES_PLUGGED_IN, number, step(intervalMs)));
    ready.add(writer.report(ServiceWriter.BUSY, number, step(intervalMs)));
    ready.add(writer.entry(ServiceWriter.MODIFIED, number, step(intervalMs), index, chance));
    ready.add(writer.report(ServiceWriter.ROUTES_DISCONNECTED, number, step(intervalMs)));
  }

  private void cancel(int index, long intervalMs) throws IOException {
    String number = numbers.number(index);
    ready.add(writer.report(ServiceWriter.CANCELLED, number, step(intervalMs)));
    ready.add(writer.report(ServiceWriter.DISCONNECTED, number, step(intervalMs)));
  }

  /** Returns the numbers of the feed by index. */
  public ServiceNumbers numbers() {
    return numbers;
  }

  /** Returns the lowest index of a number in service; exact at the end and between changes. */
  public int firstInService() {
    return first;
  }

  /** Returns the index after the last number in service; exact at the end and between changes. */
  public int endInService() {
    return end;
  }

  @Override
  public FeedStats stats() {
    int added = options.changesOnly() ? 0 : Math.min(end, options.numbers());
    long total = (options.changesOnly() ? 0L : options.numbers()) + options.changes();
    long done = (long) added + changed - (ready.isEmpty() ? 0 : 1);
    return new FeedStats(given, given, 0, 0, 0, given, (double) done / total);
  }

  @Override
  public void close() {
    ready.clear();
    closed = true;
  }

  /** Says that the feed is generated, and from which options. */
  @Override
  public String toString() {
    return "generated feed (made up, not recorded): " + options;
  }
}
