package io.windsock.control.policy;

/**
 * A level known to be too low for the load, so that a step down goes no more than halfway to it. It
 * is loosened with time, as loads change unseen, and as soon as the load has visibly fallen.
 *
 * @param level the level; negative: none is known
 * @param untilMs when it is loosened, ms since the epoch
 * @param calm the headroom when the delay had come down after it; 0: it has not yet
 */
record Bound(double level, long untilMs, double calm) {
  static final Bound NONE = new Bound(-1, Long.MIN_VALUE, 0);

  /** Steps up that follow each other so soon are one climb: only its foot is known too low. */
  static final long CLIMB_HOLDS = 4;

  private static final long HOLDS = 25;

  /** The load has fallen if the headroom is so many times what it was. */
  private static final double RELIEF = 2.5;

  /** More headroom than this after a climb is the load's doing. */
  private static final double MAX_CALM = 3;

  /** With so much headroom there is hardly any load. */
  private static final double IDLE = 30;

  private static final double LOOSENING = 0.15;

  /** That level was too low at that time. */
  static Bound of(double level, ObjectiveSettings settings, long atMs) {
    return new Bound(level, atMs + HOLDS * settings.holdMs(), 0);
  }

  boolean isKnown() {
    return level >= 0;
  }

  /** What is left of it under that load. */
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
