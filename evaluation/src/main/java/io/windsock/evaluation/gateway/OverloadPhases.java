package io.windsock.evaluation.gateway;

import io.windsock.evaluation.data.Spread;
import io.windsock.testbed.calls.tally.Counts;
import io.windsock.testbed.calls.tally.IntervalResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What came of a steady load before, during and after a further one. Immutable.
 *
 * @param steady the steady load, by second
 * @param further the calls of the further load
 * @param fromSeconds when that began, s after the beginning of the steady one
 * @param toSeconds when it ended
 */
record OverloadPhases(
    List<IntervalResult> steady, Counts further, double fromSeconds, double toSeconds) {
  static final String IN_TIME = "admittedInTimePercent";
  static final String GOODPUT = "goodputPercent";
  static final String GOODPUT_RATE = "goodputPerSecond";
  static final String SHED = "refusedPercent";
  static final String RECOVERY = "recoverySeconds";
  static final String BEFORE = "p99BeforeMs";

  /** The 99th percentile is normal up to so many times that before, or so many ms. */
  private static final double NORMAL_FACTOR = 2;

  private static final double NORMAL_MS = 20;

  /** And while at most one of so many calls is refused. */
  private static final long NORMAL_CALLS = 1_000;

  private static final double MS_PER_SECOND = 1e3;
  private static final double PERCENT = 100;

  private double from(IntervalResult interval) {
    return interval.fromMs() / MS_PER_SECOND;
  }

  private List<IntervalResult> before() {
    return steady.stream().filter(it -> from(it) + 1 <= fromSeconds).toList();
  }

  private List<IntervalResult> during() {
    return steady.stream()
        .filter(it -> from(it) >= fromSeconds && from(it) + 1 <= toSeconds)
        .toList();
  }

  /**
   * Returns the measures.
   *
   * @param peak calls per second, of which goodput is a share
   */
  Map<String, Double> values(double peak) {
    long due = further.due();
    long refused = further.busy();
    long inTime = further.inTime();
    double steadyPerSecond = 0;
    List<IntervalResult> during = during();
    for (IntervalResult interval : during) {
      Counts counts = interval.counts();
      due += counts.due();
      refused += counts.busy();
      inTime += counts.inTime();
      steadyPerSecond += (double) counts.inTime() / during.size();
    }
    double perSecond = steadyPerSecond + further.inTime() / (toSeconds - fromSeconds);
    Map<String, Double> values = new LinkedHashMap<>();
    values.put(IN_TIME, due == refused ? 0 : PERCENT * inTime / (due - refused));
    values.put(SHED, due == 0 ? 0 : PERCENT * refused / due);
    values.put(GOODPUT, PERCENT * perSecond / peak);
    values.put(GOODPUT_RATE, perSecond);
    values.put(BEFORE, p99Before());
    values.put(RECOVERY, recoverySeconds());
    return values;
  }

  private double p99Before() {
    double[] p99s = before().stream().mapToDouble(it -> it.latency().p99Ms()).toArray();
    return p99s.length == 0 ? 0 : Spread.of(p99s).median();
  }

  /** Returns how long after the end the last second was that was not normal; 0 if all were. */
  private double recoverySeconds() {
    double normalMs = Math.max(NORMAL_MS, NORMAL_FACTOR * p99Before());
    return steady.stream()
        .filter(it -> from(it) >= toSeconds && !isNormal(it, normalMs))
        .mapToDouble(it -> from(it) + 1 - toSeconds)
        .max()
        .orElse(0);
  }

  private static boolean isNormal(IntervalResult interval, double normalMs) {
    Counts counts = interval.counts();
    return interval.latency().p99Ms() <= normalMs && counts.busy() * NORMAL_CALLS <= counts.due();
  }
}
