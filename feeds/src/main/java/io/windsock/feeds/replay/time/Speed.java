package io.windsock.feeds.replay.time;

/**
 * The speed of a replay. Immutable.
 *
 * @param factor recorded time over real time; infinite: as fast as possible
 */
public record Speed(double factor) {
  /** As fast as possible. */
  public static final Speed MAX = new Speed(Double.POSITIVE_INFINITY);

  /** The recording's own speed. */
  public static final Speed REAL_TIME = new Speed(1);

  private static final double SLOWEST = 0.01;
  private static final double[] STEPS = {0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1200};

  /** Checks the factor. */
  public Speed {
    if (!(factor >= SLOWEST)) {
      throw new IllegalArgumentException("speed x" + factor + ": x" + SLOWEST + " or faster");
    }
  }

  /**
   * Parses {@code x60}, {@code 60}, {@code x0.5} or {@code max}.
   *
   * @throws IllegalArgumentException for anything else; the message gives the accepted forms
   */
  public static Speed parse(String text) {
    if ("max".equalsIgnoreCase(text)) {
      return MAX;
    }
    try {
      double factor = Double.parseDouble(text.startsWith("x") ? text.substring(1) : text);
      if (factor >= SLOWEST && !Double.isInfinite(factor)) {
        return new Speed(factor);
      }
    } catch (NumberFormatException e) {
      // Reported below, like any other invalid text.
    }
    throw new IllegalArgumentException(
        "speed '" + text + "': x1, x60, x0.5 (not below x" + SLOWEST + ") or max");
  }

  /** Whether events are sent without waiting. */
  public boolean isMax() {
    return Double.isInfinite(factor);
  }

  /** Returns the next step up; after the last one, {@link #MAX}. */
  public Speed faster() {
    for (double step : STEPS) {
      if (step > factor) {
        return new Speed(step);
      }
    }
    return MAX;
  }

  /** Returns the next step down; the slowest step stays. */
  public Speed slower() {
    for (int i = STEPS.length - 1; i >= 0; i--) {
      if (STEPS[i] < factor) {
        return new Speed(STEPS[i]);
      }
    }
    return this;
  }

  /** Returns the form that {@link #parse} accepts. */
  @Override
  public String toString() {
    if (isMax()) {
      return "max";
    }
    return factor == Math.rint(factor) ? "x" + (long) factor : "x" + factor;
  }
}
