package io.windsock.evaluation.plot;

import io.windsock.evaluation.data.Spread;
import java.util.stream.DoubleStream;

/**
 * A point of a curve with the ends of its error bar.
 *
 * @param low the bar's lower end, {@code y} for none
 * @param high the bar's upper end, {@code y} for none
 */
public record Point(double x, double y, double low, double high) {
  /**
   * Creates a point.
   *
   * @throws IllegalArgumentException if a number is not finite or {@code y} is not on the bar
   */
  public Point {
    if (!DoubleStream.of(x, y, low, high).allMatch(Double::isFinite)) {
      throw new IllegalArgumentException(
          String.format("x %s, y %s, low %s, high %s; all must be finite", x, y, low, high));
    }
    if (low > y || y > high) {
      throw new IllegalArgumentException(
          "y is " + y + "; it must be in [" + low + ", " + high + "]");
    }
  }

  /** Returns a point without an error bar. */
  public static Point of(double x, double y) {
    return new Point(x, y, y, y);
  }

  /** Returns the median with an error bar from minimum to maximum. */
  public static Point of(double x, Spread spread) {
    return new Point(x, spread.median(), spread.low(), spread.high());
  }

  boolean hasBar() {
    return low < high;
  }
}
