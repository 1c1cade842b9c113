package io.windsock.testbed.calls.tally;

import org.HdrHistogram.Histogram;

/**
 * Times from a call's intended time to its outcome, ms, of the calls that were answered and of
 * those that were missed, which count with the time waited for them; 0 if there were none.
 */
public record Latency(
    long count, double p50Ms, double p90Ms, double p99Ms, double p999Ms, double maxMs) {
  private static final double US_PER_MS = 1e3;

  static Latency of(Histogram micros) {
    return new Latency(
        micros.getTotalCount(),
        ms(micros, 50),
        ms(micros, 90),
        ms(micros, 99),
        ms(micros, 99.9),
        ms(micros, 100));
  }

  private static double ms(Histogram micros, double percentile) {
    return micros.getTotalCount() == 0 ? 0 : micros.getValueAtPercentile(percentile) / US_PER_MS;
  }
}
