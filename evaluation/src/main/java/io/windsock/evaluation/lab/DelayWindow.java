package io.windsock.evaluation.lab;

import java.time.Duration;

/**
 * How many events may be on their way so that each takes {@link #DELAY}: by Little's law, as many
 * as are executed in that time, which it measures all along. So the central node is saturated, and
 * yet works in about the batches of a constant rate that it just sustains; a sequence that is sent
 * at once lets batches grow, which makes events cheaper. One thread owns it.
 */
final class DelayWindow {
  /** So long that the node never waits for events: many times what one takes if nothing waits. */
  static final Duration DELAY = Duration.ofMillis(600);

  private static final Duration SLICE = Duration.ofMillis(500);
  private static final double NS_PER_SECOND = 1e9;

  /** A window never closes: with nothing on its way, nothing would ever be executed again. */
  private static final long LEAST = 10;

  /**
   * How many times as fast as events are executed they may be sent: what becomes free at once is
   * not sent at once, or all events would move from process to process together, and most processes
   * would wait.
   */
  private static final double PACE = 1.5;

  private final long countsFromNs;
  private double perSecond;
  private double allowed;
  private Mark slice;
  private Mark first;
  private Mark last;

  /** So many events were executed until then. */
  private record Mark(long ns, long executed) {
    double perSecondUntil(Mark later) {
      return (later.executed - executed) * NS_PER_SECOND / (later.ns - ns);
    }
  }

  /**
   * Creates a window.
   *
   * @param perSecond about how many events are executed per second
   * @param nowNs when sending begins, as {@link System#nanoTime}
   * @param settling how long it takes until what is executed counts
   */
  DelayWindow(double perSecond, long nowNs, Duration settling) {
    this.perSecond = perSecond;
    countsFromNs = nowNs + settling.toNanos();
    slice = new Mark(nowNs, 0);
    first = slice;
    last = slice;
  }

  /** Returns how many events may have been sent by now, of which so many are executed. */
  long allowed(long executed, long nowNs) {
    double paced = allowed + PACE * perSecond * (nowNs - last.ns) / NS_PER_SECOND;
    last = new Mark(nowNs, executed);
    if (nowNs <= countsFromNs) {
      first = last;
    }
    if (nowNs - slice.ns >= SLICE.toNanos()) {
      perSecond = slice.perSecondUntil(last);
      slice = last;
    }
    double window = Math.max(LEAST, perSecond * DELAY.toNanos() / NS_PER_SECOND);
    allowed = Math.max(allowed, Math.min(paced + LEAST, executed + window));
    return (long) allowed;
  }

  /** Returns how many events were executed per second since that counts. */
  double perSecond() {
    if (last.ns == first.ns) {
      throw new IllegalStateException("nothing was sent after the window had settled");
    }
    return first.perSecondUntil(last);
  }
}
