package io.windsock.site.progress;

import io.windsock.platform.time.Clocks;

/**
 * A call that has not returned. A disk or a broker may never respond.
 *
 * @param what a description, to be followed by the duration
 * @param sinceMs when work last advanced, monotonic ms
 */
public record Stall(String what, long sinceMs) {
  private static final long MS_PER_SECOND = 1000;

  /** The stall and its duration in words. */
  public String describe(Clocks clock) {
    return what + " for " + forMs(clock) / MS_PER_SECOND + " s";
  }

  /** The duration, ms. */
  long forMs(Clocks clock) {
    return clock.monotonicMs() - sinceMs;
  }

  /** The progress of a stalled site whose last progress was {@code last}. */
  public Progress holdingUp(Progress last, Clocks clock) {
    ReadyQueue old = last.ready().oldSince(clock.wallMs() - forMs(clock));
    return new Progress(last.phase(), describe(clock), old, last.applied(), 0);
  }
}
