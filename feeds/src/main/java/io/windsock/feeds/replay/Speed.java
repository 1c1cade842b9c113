package io.windsock.feeds.replay;

/**
 * How fast a recording is replayed. Immutable.
 *
 * @param factor recorded time over real time; infinite: as fast as it goes
 */
public record Speed(double factor) {
  /** As fast as it goes. */
  public static final Speed MAX = new Speed(Double.POSITIVE_INFINITY);

  /** The recording's own time. */
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
   * Reads {@code x60}, {@code 60}, {@code x0.5} or {@code max}.
   *
   * @throws IllegalArgumentException for anything else; the message says what is wanted
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
      // Told below, as every other text that is no speed.
    }
    throw new IllegalArgumentException(
        "speed '" + text + "': x1, x60, x0.5 (not below x" + SLOWEST + ") or max");
  }

  /** Whether there is no waiting at all. */
  public boolean isMax() {
    return Double.isInfinite(factor);
  }

  /** The next step up; after the last one, {@link #MAX}. */
  public Speed faster() {
    for (double step : STEPS) {
      if (step > factor) {
        return new Speed(step);
      }
    }
    return MAX;
  }

  /** The next step down; the slowest stays. */
  public Speed slower() {
    for (int i = STEPS.length - 1; i >= 0; i--) {
      if (STEPS[i] < factor) {
        return new Speed(STEPS[i]);
      }
    }
    return this;
  }

  /** The form that {@link #parse} reads. */
  @Override
  public String toString() {
    if (isMax()) {
      return "max";
    }
    return factor == Math.rint(factor) ? "x" + (long) factor : "x" + factor;
  }
}
