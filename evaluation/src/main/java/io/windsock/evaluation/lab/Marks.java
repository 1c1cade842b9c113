package io.windsock.evaluation.lab;

import io.windsock.evaluation.load.EndWatch;
import io.windsock.evaluation.load.Feed;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Finds out how many of the events of a feed a site has executed: ends of sequences are sent among
 * them, and the site sends these on when it has executed all before. Updates can't be counted
 * instead, because a site may merge those of a key. One thread owns it.
 */
final class Marks {
  /** Rarely enough to cost nothing beside thousands of events a second. */
  private static final long EVERY_NS = Duration.ofMillis(20).toNanos();

  private final Feed feed;
  private final EndWatch ends;
  private final Deque<Mark> onTheirWay = new ArrayDeque<>();
  private long sequence;
  private long lastNs;
  private long executed;

  /** A sequence that ends after so many events. */
  private record Mark(long sequence, long sent) {}

  /**
   * Creates it.
   *
   * @param sequence the last one that has ended
   * @param nowNs the time, as {@link System#nanoTime}
   */
  Marks(Feed feed, EndWatch ends, long sequence, long nowNs) {
    this.feed = feed;
    this.ends = ends;
    this.sequence = sequence;
    lastNs = nowNs;
  }

  /** Returns how many of the events are executed of which so many were sent by now. */
  long executed(long sent, long nowNs) {
    if (nowNs - lastNs >= EVERY_NS) {
      feed.mark(++sequence);
      onTheirWay.add(new Mark(sequence, sent));
      lastNs = nowNs;
    }
    long ended = ends.ended();
    while (!onTheirWay.isEmpty() && onTheirWay.element().sequence <= ended) {
      executed = onTheirWay.remove().sent;
    }
    return executed;
  }

  /** Returns the last sequence whose end was sent. */
  long sequence() {
    return sequence;
  }
}
