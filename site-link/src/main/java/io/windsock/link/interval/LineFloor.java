package io.windsock.link.interval;

import java.util.concurrent.TimeUnit;

/**
 * The shortest interval at which the batches' own bytes, of frames, packets and ciphers, do not
 * overload the line. The times of the stages do not show it: a frame is sent when it is handed to
 * the system, however much waits there. What shows it is a queue that does not go away: the time on
 * the line stays above the shortest one for a while. A packet that is lost and sent again delays
 * many batches too, but not for long. Pure; owned by the sender's thread.
 */
final class LineFloor {
  /**
   * A queue does no harm that is longer than an interval by no more than this. The time on the line
   * also grows by that of the batch's own bytes, which is an interval at most.
   */
  static final long QUEUE_NS = TimeUnit.MILLISECONDS.toNanos(5);

  /** Beyond this a batch's own bytes are hardly any, so that a longer interval gains nothing. */
  static final long MAX_NS = TimeUnit.MILLISECONDS.toNanos(64);

  /** How long a queue must not go away, at least; and not less than a round trip. */
  private static final long WINDOW_NS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final int MIN_REPLIES = 4;

  /** How long the shortest time on the line is remembered, at least: routes change. */
  private static final long SHORTEST_NS = TimeUnit.SECONDS.toNanos(10);

  private static final double GROWTH = 2;
  private static final double DECAY = 0.98;

  private double floorNs;
  private long shortestNs = Long.MAX_VALUE;
  private long formerShortestNs = Long.MAX_VALUE;
  private long shortestSinceNs;
  private long windowSinceNs;
  private long leastQueueNs = Long.MAX_VALUE;
  private int replies;

  /**
   * Takes a reply.
   *
   * @param nowNs when it arrived
   * @param lineNs the time from sending the batch until then, without the backup stage
   * @param intervalNs the interval in force
   */
  void replied(long nowNs, long lineNs, long intervalNs) {
    remember(nowNs, lineNs);
    long base = Math.min(shortestNs, formerShortestNs);
    if (replies == 0) {
      windowSinceNs = nowNs;
    }
    replies++;
    leastQueueNs = Math.min(leastQueueNs, lineNs - base);
    if (replies >= MIN_REPLIES && nowNs - windowSinceNs >= Math.max(WINDOW_NS, base)) {
      decide(intervalNs);
    }
  }

  private void remember(long nowNs, long lineNs) {
    if (shortestNs == Long.MAX_VALUE) {
      shortestSinceNs = nowNs;
    } else if (nowNs - shortestSinceNs > SHORTEST_NS) {
      formerShortestNs = shortestNs;
      shortestNs = Long.MAX_VALUE;
      shortestSinceNs = nowNs;
    }
    shortestNs = Math.min(shortestNs, lineNs);
  }

  private void decide(long intervalNs) {
    if (leastQueueNs > QUEUE_NS + intervalNs) {
      floorNs = Math.min((double) MAX_NS, GROWTH * intervalNs);
    } else {
      floorNs *= DECAY;
    }
    leastQueueNs = Long.MAX_VALUE;
    replies = 0;
  }

  /** Returns the shortest interval, ns; 0 before a queue was found. */
  long floorNs() {
    return Math.round(floorNs);
  }
}
