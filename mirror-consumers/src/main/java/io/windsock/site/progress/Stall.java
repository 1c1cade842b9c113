package io.windsock.site.progress;

import io.windsock.platform.time.Clocks;

/**
 * Work that does not come back: whatever it has called, a disk or a broker, may never answer.
 *
 * @param what in words, to be followed by how long
 * @param sinceMs when it last got on, monotonic ms
 */
public record Stall(String what, long sinceMs) {
  private static final long MS_PER_SECOND = 1000;

  /** For how long, in words. */
  public String describe(Clocks clock) {
    return what + " for " + forMs(clock) / MS_PER_SECOND + " s";
  }

  /** For how long, ms. */
  long forMs(Clocks clock) {
    return clock.monotonicMs() - sinceMs;
  }

  /** How far a site is that last said this of itself, while the stall lasts. */
  public Progress holdingUp(Progress last, Clocks clock) {
    ReadyQueue old = last.ready().oldSince(clock.wallMs() - forMs(clock));
    return new Progress(last.phase(), describe(clock), old, last.applied(), 0);
  }
}
