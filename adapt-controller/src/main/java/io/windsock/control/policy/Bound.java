package io.windsock.control.policy;

/**
 * A level known to be too low for the load; a step down covers at most half the distance to it. The
 * bound loosens with time, because loads change unobserved, and at once when the load has visibly
 * fallen.
 *
 * @param level the level; negative if none is known
 * @param untilMs when the bound next loosens, ms since the epoch
 * @param calm the headroom once the delay had come down; 0 until it has
 */
record Bound(double level, long untilMs, double calm) {
  static final Bound NONE = new Bound(-1, Long.MIN_VALUE, 0);

  /**
   * Steps up within this many hold times of each other form one climb; only its first level is
   * known to be too low.
   */
  static final long CLIMB_HOLDS = 4;

  private static final long HOLDS = 25;

  /** The load has fallen if the headroom exceeds its earlier value by this factor. */
  private static final double RELIEF = 2.5;

  /** Caps the headroom recorded after a climb; any excess is attributed to a lighter load. */
  private static final double MAX_CALM = 3;

  /** Headroom above this means that there is hardly any load. */
  private static final double IDLE = 30;

  private static final double LOOSENING = 0.15;

  /** Returns the bound for a level that was too low at {@code atMs}. */
  static Bound of(double level, ObjectiveSettings settings, long atMs) {
    return new Bound(level, atMs + HOLDS * settings.holdMs(), 0);
  }

  boolean isKnown() {
    return level >= 0;
  }

  /** Returns the bound that remains under {@code load}. */
  Bound reviewed(Load load, ObjectiveSettings settings, long atMs) {
    if (!isKnown()) {
      return this;
    }
    double lasting = load.lastingHeadroom(settings);
    boolean relieved = calm > 0 && lasting > RELIEF * calm;
    if (atMs >= untilMs || relieved || lasting > IDLE) {
      return loosened(Math.max(untilMs, atMs + HOLDS / 2 * settings.holdMs()));
    }
    if (calm > 0 || load.longMs() > settings.delayGoalMs()) {
      return this;
    }
    return new Bound(level, untilMs, Math.min(MAX_CALM, load.headroom(settings)));
  }

  private Bound loosened(long nextUntilMs) {
    return level < LOOSENING ? NONE : new Bound(level - LOOSENING, nextUntilMs, calm);
  }
}
