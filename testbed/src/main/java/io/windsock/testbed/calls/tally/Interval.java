package io.windsock.testbed.calls.tally;

import io.windsock.contracts.query.Answer.Status;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** The calls that are due in one interval, while outcomes come in. Guarded by the {@link Tally}. */
final class Interval {
  /** A thousandth is precise enough for any percentile that is shown. */
  private static final int DIGITS = 3;

  static final long MAX_US = TimeUnit.MINUTES.toMicros(10);

  private final Histogram micros = new Histogram(MAX_US, DIGITS);
  private long due;
  private long lastSentNs;
  private long outcomes;
  private long inTime;
  private long absent;
  private long missed;
  private long busy;
  private long behind;
  private long failed;
  private long invalid;

  Interval() {
    micros.setAutoResize(false);
  }

  void sent(long nowNs) {
    due++;
    lastSentNs = nowNs;
  }

  /** Returns when the last of its calls was sent; {@code endNs} if that was before its end. */
  long sentNs(long endNs) {
    return due == 0 || lastSentNs - endNs < 0 ? endNs : lastSentNs;
  }

  void outcome(Status status, long latencyNs, long deadlineNs) {
    outcomes++;
    switch (status) {
      case FOUND, ABSENT -> answered(status, latencyNs, deadlineNs);
      case LATE -> missed(latencyNs);
      case BUSY -> busy++;
      case BEHIND -> behind++;
      case FAILED -> failed++;
      case INVALID -> invalid++;
    }
  }

  private void answered(Status status, long latencyNs, long deadlineNs) {
    if (latencyNs > deadlineNs) {
      missed(latencyNs);
      return;
    }
    inTime++;
    absent += status == Status.ABSENT ? 1 : 0;
    record(latencyNs);
  }

  private void missed(long latencyNs) {
    missed++;
    record(latencyNs);
  }

  private void record(long ns) {
    micros.recordValue(Math.max(0, Math.min(MAX_US, TimeUnit.NANOSECONDS.toMicros(ns))));
  }

  boolean isComplete() {
    return outcomes == due;
  }

  Histogram micros() {
    return micros;
  }

  Counts counts(long duplicates) {
    long lost = due - outcomes;
    return new Counts(due, inTime, absent, missed, busy, behind, failed, invalid, lost, duplicates);
  }
}
