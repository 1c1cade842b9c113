package io.windsock.evaluation.lab;

import java.time.Duration;

/**
 * How many events may be on their way so that each takes {@link #DELAY}: by Little's law, as many
 * as are executed in that time, which it measures all along. So the central node is saturated, and
 * yet works in about the batches of a constant rate that it just sustains; a sequence that is sent
 * at once lets batches grow, which makes events cheaper. One thread owns it.
 */
final class DelayWindow {
  /** Several times what an event takes while nothing waits, and several periods of a quota. */
  static final Duration DELAY = Duration.ofMillis(300);

  private static final Duration SLICE = Duration.ofMillis(500);
  private static final double NS_PER_SECOND = 1e9;

  /** A window never closes: with nothing on its way, nothing would ever be executed again. */
  private static final long LEAST = 10;

  private final long countsFromNs;
  private double perSecond;
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
    last = new Mark(nowNs, executed);
    if (nowNs <= countsFromNs) {
      first = last;
    }
    if (nowNs - slice.ns >= SLICE.toNanos()) {
      perSecond = slice.perSecondUntil(last);
      slice = last;
    }
    return executed + Math.max(LEAST, Math.round(perSecond * DELAY.toNanos() / NS_PER_SECOND));
  }

  /** Returns how many events were executed per second since that counts. */
  double perSecond() {
    if (last.ns == first.ns) {
      throw new IllegalStateException("nothing was sent after the window had settled");
    }
    return first.perSecondUntil(last);
  }
}
