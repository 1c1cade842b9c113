package io.windsock.control.policy;

/**
 * What the objective policy has learnt about the effect of levels from its own changes.
 *
 * @param slope the headroom that a whole level gains
 * @param last the situation at the last change of level
 * @param bound the level that was too low
 */
record Search(double slope, Last last, Bound bound) {
  private static final double FIRST_SLOPE = 6;
  private static final double MIN_SLOPE = 1;
  private static final double MAX_SLOPE = 80;

  /** The weight of one change in the slope, in logarithms. */
  private static final double LEARNING = 0.4;

  /** The effect of a smaller step is lost in the noise. */
  private static final double TELLING_STEP = 0.04;

  /** Above this, the exact headroom carries no information. */
  private static final double TELLING_HEADROOM = 12;

  /**
   * The last change.
   *
   * @param step the change of level; 0 if nothing more can be learnt from it
   * @param headroom the headroom before the change
   * @param down whether the level fell
   */
  record Last(double step, double headroom, boolean down) {}

  static Search initial() {
    return new Search(FIRST_SLOPE, new Last(0, 0, false), Bound.NONE);
  }

  /**
   * Returns the search updated with the effect of the last change, once its hold time has passed.
   */
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
