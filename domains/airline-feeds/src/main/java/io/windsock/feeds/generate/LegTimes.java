package io.windsock.feeds.generate;

/**
 * The times of one leg, ms since the epoch. For a cancelled leg, those from {@code outMs} on are
 * hypothetical.
 *
 * @param publishedMs when the schedule is first sent
 * @param gateKnownMs when the departure gate is sent
 * @param scheduledOutMs the scheduled off-block time
 * @param scheduledInMs the scheduled in-block time
 * @param outMs off the block
 * @param offMs wheels up
 * @param onMs wheels down
 * @param inMs on the block
 * @param decidedMs when it was cancelled or diverted; 0: neither
 */
record LegTimes(
    long publishedMs,
    long gateKnownMs,
    long scheduledOutMs,
    long scheduledInMs,
    long outMs,
    long offMs,
    long onMs,
    long inMs,
    long decidedMs) {
  long delayMs() {
    return outMs - scheduledOutMs;
  }

  long airborneMs() {
    return onMs - offMs;
  }
}
