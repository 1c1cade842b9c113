package io.windsock.feeds.generate;

/**
 * The moments of one leg, ms since the epoch. Of a cancelled leg those from {@code outMs} on are
 * what would have been.
 *
 * @param publishedMs when the schedule is first told
 * @param gateKnownMs when the gate of departure is told
 * @param scheduledOutMs scheduled off-block time
 * @param scheduledInMs scheduled in-block time
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
