package io.windsock.testbed.calls.tally;

import org.HdrHistogram.Histogram;

/**
 * The latencies of the calls that were due in one interval.
 *
 * @param fromMs its beginning, ms after that of the measurement
 * @param micros the latencies, µs; nobody changes them any more
 */
public record IntervalHistogram(long fromMs, Histogram micros) {}
