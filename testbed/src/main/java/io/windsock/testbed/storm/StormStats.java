package io.windsock.testbed.storm;

import io.windsock.testbed.storm.display.DisplayWatch;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Counters of a storm. All event loops and the storm's thread write; any thread may read. */
final class StormStats implements DisplayWatch {
  private static final long HIGHEST_US = TimeUnit.HOURS.toMicros(24);
  private static final int DIGITS = 3;
  private static final double US_PER_MS = 1e3;
  private static final double NS_PER_MS = 1e6;

  private final ConcurrentHistogram latenciesUs = new ConcurrentHistogram(HIGHEST_US, DIGITS);
  private final Map<String, LongAdder> errors = new ConcurrentHashMap<>();
  private final AtomicLong pending = new AtomicLong();
  private final AtomicLong following = new AtomicLong();
  private final LongAdder due = new LongAdder();
  private final LongAdder answered = new LongAdder();
  private final LongAdder updates = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private final LongAdder stateBytes = new LongAdder();
  private final LongAccumulator latestSendNs = new LongAccumulator(Math::max, 0);

  /** A request has become due. */
  void due() {
    due.increment();
    pending.incrementAndGet();
  }

  @Override
  public void sent(long lateNs) {
    latestSendNs.accumulate(lateNs);
  }

  @Override
  public void answered(long latencyNs, long ofState) {
    record(latencyNs);
    stateBytes.add(ofState);
    answered.increment();
    following.incrementAndGet();
    pending.decrementAndGet();
  }

  @Override
  public void failed(String why) {
    count(why);
    pending.decrementAndGet();
  }

  @Override
  public void unanswered(String why, long waitedNs) {
    record(waitedNs);
    failed(why);
  }

  @Override
  public void lost(String why) {
    count(why);
    following.decrementAndGet();
  }

  @Override
  public void left() {
    following.decrementAndGet();
  }

  @Override
  public void update() {
    updates.increment();
  }

  @Override
  public void received(long count) {
    bytes.add(count);
  }

  private void record(long ns) {
    latenciesUs.recordValue(Math.max(0, Math.min(HIGHEST_US, TimeUnit.NANOSECONDS.toMicros(ns))));
  }

  private void count(String why) {
    errors.computeIfAbsent(why, kind -> new LongAdder()).increment();
  }

  long pending() {
    return pending.get();
  }

  StormProgress progress(StormProgress.State state, long elapsedMs, long planned) {
    Histogram latencies = latenciesUs.copy();
    return new StormProgress(
        state,
        elapsedMs,
        planned,
        due.sum(),
        answered.sum(),
        pending.get(),
        following.get(),
        errors.values().stream().mapToLong(LongAdder::sum).sum(),
        updates.sum(),
        bytes.sum(),
        ms(latencies, 50),
        ms(latencies, 99),
        ms(latencies, 100));
  }

  StormSummary summary(StormOptions options, boolean stopped, long elapsedMs) {
    Histogram latencies = latenciesUs.copy();
    Map<String, Long> kinds = new TreeMap<>();
    errors.forEach((kind, count) -> kinds.put(kind, count.sum()));
    return new StormSummary(
        stopped,
        options.sites().stream().map(String::valueOf).toList(),
        options.clients(),
        options.pattern(),
        elapsedMs,
        due.sum(),
        answered.sum(),
        pending.get(),
        new StormSummary.Latency(
            latencies.getTotalCount(),
            ms(latencies, 50),
            ms(latencies, 90),
            ms(latencies, 99),
            ms(latencies, 99.9),
            ms(latencies, 100)),
        kinds,
        updates.sum(),
        bytes.sum(),
        stateBytes.sum(),
        Math.round(latestSendNs.get() / NS_PER_MS * US_PER_MS) / US_PER_MS,
        null);
  }

  private static double ms(Histogram histogram, double percentile) {
    return histogram.getTotalCount() == 0
        ? 0
        : histogram.getValueAtPercentile(percentile) / US_PER_MS;
  }
}
