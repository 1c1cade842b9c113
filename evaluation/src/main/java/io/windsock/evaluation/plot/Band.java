package io.windsock.evaluation.plot;

/**
 * A shaded span of x, such as a burst in a time line.
 *
 * @param name written into the first band of this name
 */
public record Band(double from, double to, String name) {
  /**
   * Creates a band.
   *
   * @throws IllegalArgumentException if the name is blank or {@code from} is not below {@code to}
   */
  public Band {
    if (name.isBlank()) {
      throw new IllegalArgumentException("a band without a name; it is written into the chart");
    }
    if (!(from < to) || Double.isInfinite(from) || Double.isInfinite(to)) {
      throw new IllegalArgumentException(
          "band “" + name + "” is from " + from + " to " + to + "; it must be a finite span");
    }
  }
}
