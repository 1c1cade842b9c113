package io.windsock.feeds.generate;

/**
 * The event times that a feed covers, ms since the epoch.
 *
 * @param fromMs the start, inclusive
 * @param toMs the end, exclusive
 */
record Window(long fromMs, long toMs) {
  /** All times. */
  static final Window ALL = new Window(Long.MIN_VALUE, Long.MAX_VALUE);

  /** Returns the time nearest to {@code timeMs} in the window, whose end counts as inside. */
  long clamp(long timeMs) {
    return Math.max(fromMs, Math.min(toMs, timeMs));
  }
}
