package io.windsock.feeds.generate;

/**
 * The event times that a feed covers, ms since the epoch.
 *
 * @param fromMs the first
 * @param toMs the first after it
 */
record Window(long fromMs, long toMs) {
  /** All times. */
  static final Window ALL = new Window(Long.MIN_VALUE, Long.MAX_VALUE);

  /** The time in it that is nearest to {@code timeMs}; its end counts as in it. */
  long clamp(long timeMs) {
    return Math.max(fromMs, Math.min(toMs, timeMs));
  }
}
