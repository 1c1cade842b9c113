package io.windsock.evaluation.gateway;

import io.windsock.evaluation.gateway.load.CallsOrder;
import io.windsock.testbed.calls.tally.CallsResult;
import io.windsock.testbed.calls.tally.Counts;
import io.windsock.testbed.calls.tally.IntervalResult;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What became of a load of calls before and since a fault began. Immutable.
 *
 * @param all the calls
 * @param intervals the same by second
 * @param faultSeconds when the fault began, s after the beginning of the load
 */
record FaultPhases(Counts all, List<IntervalResult> intervals, double faultSeconds) {
  static final String MISSED = "missed";
  static final String MISSED_PERCENT = "missedPercent";
  static final String MISSED_BEFORE = "missedBefore";
  static final String MISSED_SINCE_PERCENT = "missedSincePercent";
  static final String FAULT_SECONDS = "faultSeconds";

  private static final double INTERVAL_MS = 1e3;
  private static final double MS_PER_SECOND = 1e3;
  private static final double PERCENT = 100;

  /** Copies the list. */
  FaultPhases {
    intervals = List.copyOf(intervals);
  }

  /**
   * Returns the phases of a load.
   *
   * @param began when the fault began, by the clock by which the generator's load began
   */
  static FaultPhases of(CallsResult result, Instant began) {
    Duration into = Duration.between(Instant.parse(result.began()), began);
    return new FaultPhases(result.counts(), result.intervals(), into.toMillis() / MS_PER_SECOND);
  }

  /** Returns the calls that were not in time: of all, before the fault, and since it began. */
  Map<String, Double> values() {
    long dueBefore = 0;
    long missedBefore = 0;
    for (IntervalResult interval : intervals) {
      if (isBefore(interval)) {
        dueBefore += interval.counts().due();
        missedBefore += missed(interval.counts());
      }
    }
    Map<String, Double> values = new LinkedHashMap<>();
    values.put(MISSED, (double) missed(all));
    values.put(MISSED_PERCENT, percent(missed(all), all.due()));
    values.put(MISSED_BEFORE, (double) missedBefore);
    values.put(MISSED_SINCE_PERCENT, percent(missed(all) - missedBefore, all.due() - dueBefore));
    values.put(FAULT_SECONDS, faultSeconds);
    return values;
  }

  /** A call that is pending when the fault begins may miss its deadline because of it. */
  private boolean isBefore(IntervalResult interval) {
    double lastMs = interval.fromMs() + INTERVAL_MS + CallsOrder.DEADLINE_MS;
    return lastMs <= faultSeconds * MS_PER_SECOND;
  }

  private static long missed(Counts counts) {
    return counts.due() - counts.inTime();
  }

  private static double percent(long part, long due) {
    return due == 0 ? 0 : PERCENT * part / due;
  }
}
