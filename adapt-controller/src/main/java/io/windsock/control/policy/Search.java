package io.windsock.control.policy;

/**
 * What the objective policy has learnt of the effect of levels, from the changes it made.
 *
 * @param slope headroom gained by a whole level
 * @param last the situation when the level last changed
 * @param bound the level that was too low
 */
record Search(double slope, Last last, Bound bound) {
  private static final double FIRST_SLOPE = 6;
  private static final double MIN_SLOPE = 1;
  private static final double MAX_SLOPE = 80;

  /** How much one change teaches, in logarithms. */
  private static final double LEARNING = 0.4;

  /** Effects of smaller steps are lost in the noise. */
  private static final double TELLING_STEP = 0.04;

  /** Beyond this the headroom says nothing but that there is a lot. */
  private static final double TELLING_HEADROOM = 12;

  /**
   * The last change.
   *
   * @param step by how much the level changed; 0: nothing can be learnt of it any more
   * @param headroom the headroom before it
   * @param down whether it was downward
   */
  record Last(double step, double headroom, boolean down) {}

  static Search initial() {
    return new Search(FIRST_SLOPE, new Last(0, 0, false), Bound.NONE);
  }

  /** With what the last change has brought, seen when its hold time is over. */
  Search learn(double headroom) {
    if (Math.abs(last.step) < TELLING_STEP) {
      return this;
    }
    return new Search(newSlope(headroom), new Last(0, headroom, last.down), bound);
  }

  private double newSlope(double headroom) {
    double seen = (headroom - last.headroom) / last.step;
    if (seen <= 0 || Math.max(headroom, last.headroom) > TELLING_HEADROOM) {
      return slope;
    }
    return slope * Math.pow(clamp(seen, MIN_SLOPE, MAX_SLOPE) / slope, LEARNING);
  }

  Search stepped(double step, double headroom, Bound nextBound) {
    return new Search(slope, new Last(step, headroom, step < 0), nextBound);
  }

  Search with(Bound nextBound) {
    return new Search(slope, last, nextBound);
  }

  private static double clamp(double value, double least, double most) {
    return Math.min(most, Math.max(least, value));
  }
}
