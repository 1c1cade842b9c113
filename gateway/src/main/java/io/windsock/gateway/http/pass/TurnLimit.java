package io.windsock.gateway.http.pass;

import io.windsock.gateway.CallPace;

/**
 * How many requests may wait for a site's answer at once: few while calls for keys take long, more
 * and more while they do not and requests wait. It is halved in each window in which more than
 * {@link #MAX_SLOW_PERCENT} % of the calls took long. It is doubled in each other one until it was
 * halved once, and raised by one from then on, as TCP does with what it sends. Displays need
 * processors, of which calls have too few then, at the gateway or at a site; so fewer requests at
 * once cost displays little. Owned by one thread.
 */
public final class TurnLimit {
  /** The time between two changes, ms. */
  static final long WINDOW_MS = 100;

  /** A higher share of calls that took long lowers the limit, in percent. */
  static final int MAX_SLOW_PERCENT = 2;

  /** Fewer calls than this say nothing until {@link #MAX_WINDOWS} have passed. */
  static final int MIN_CALLS = 20;

  static final int MAX_WINDOWS = 10;

  /** The lowest limit. With less, requests that wait for a position would stop all others. */
  static final int LEAST = 2;

  /** The first limit. */
  static final int FIRST = 4;

  /** After so many windows without requests that wait, the limit is the first one again. */
  static final int IDLE_WINDOWS = 20;

  private static final int PERCENT = 100;

  private final int most;
  private final CallPace calls;
  private int limit;
  private boolean wasHalved;
  private int idleWindows;
  private int windows;
  private long ended;
  private long slow;

  /**
   * Creates a limit.
   *
   * @param most the highest limit, at least 1
   * @param calls how long calls take
   */
  TurnLimit(int most, CallPace calls) {
    this.most = most;
    this.calls = calls;
    limit = Math.min(most, FIRST);
  }

  /**
   * Creates the limit of one event loop.
   *
   * @param loops how many event loops share the turns
   * @param calls how long calls take
   */
  public static TurnLimit of(PassBounds bounds, int loops, CallPace calls) {
    return new TurnLimit(bounds.askingOf(loops), calls);
  }

  /** Returns the limit. */
  int now() {
    return limit;
  }

  /**
   * Adapts the limit. To be called each {@link #WINDOW_MS}.
   *
   * @param waiting whether requests wait
   */
  void advance(boolean waiting) {
    long ofCalls = calls.ended() - ended;
    long ofSlow = calls.slow() - slow;
    windows++;
    if (ofCalls > 0 && ofCalls < MIN_CALLS && windows < MAX_WINDOWS) {
      return;
    }
    ended += ofCalls;
    slow += ofSlow;
    idleWindows = waiting ? 0 : idleWindows + windows;
    windows = 0;
    if (ofSlow * PERCENT > ofCalls * MAX_SLOW_PERCENT) {
      limit = Math.max(Math.min(most, LEAST), limit / 2);
      wasHalved = true;
    } else if (waiting) {
      limit = Math.min(most, wasHalved ? limit + 1 : 2 * limit);
    } else if (idleWindows >= IDLE_WINDOWS) {
      limit = Math.min(most, FIRST);
      wasHalved = false;
    }
  }
}
