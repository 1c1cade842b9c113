package io.windsock.platform.telemetry;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

/** A histogram of delays in classic buckets. Any thread may record; recording never blocks. */
public final class DelayHistogram {
  private static final double NS_A_SECOND = TimeUnit.SECONDS.toNanos(1);

  private final LongAdder[] buckets = new LongAdder[DelayBuckets.BOUNDS_MS.length + 1];

  /** A link that copies records of last year adds years at a time: a long overflows at 292. */
  private final DoubleAdder sumNs = new DoubleAdder();

  DelayHistogram() {
    for (int i = 0; i < buckets.length; i++) {
      buckets[i] = new LongAdder();
    }
  }

  /** Records a delay in ns; a negative delay counts as 0. */
  public void recordNs(long delayNs) {
    long taken = Math.max(0, delayNs);
    buckets[bucket(taken)].increment();
    sumNs.add((double) taken);
  }

  /** Records the delay from {@code sinceNs}, as of {@link System#nanoTime}, to now. */
  public void recordSince(long sinceNs) {
    recordNs(System.nanoTime() - sinceNs);
  }

  private static int bucket(long delayNs) {
    int bucket = 0;
    while (bucket < DelayBuckets.BOUNDS_MS.length
        && delayNs > TimeUnit.MILLISECONDS.toNanos(DelayBuckets.BOUNDS_MS[bucket])) {
      bucket++;
    }
    return bucket;
  }

  double sumSeconds() {
    return sumNs.sum() / NS_A_SECOND;
  }

  ClassicHistogramBuckets classic() {
    ClassicHistogramBuckets.Builder classic = ClassicHistogramBuckets.builder();
    for (int i = 0; i < buckets.length; i++) {
      classic.bucket(DelayBuckets.boundSeconds(i), buckets[i].sum());
    }
    return classic.build();
  }
}
