package io.windsock.testbed.calls.tally;

/**
 * What became of the calls that were due in one interval.
 *
 * @param fromMs its beginning, ms after that of the measurement
 * @param counts the calls
 * @param latency their times
 */
public record IntervalResult(long fromMs, Counts counts, Latency latency) {}
