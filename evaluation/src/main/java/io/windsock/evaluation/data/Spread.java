package io.windsock.evaluation.data;

import java.util.Arrays;
import java.util.Collection;
import java.util.function.DoubleUnaryOperator;

/**
 * The median, minimum and maximum of one measure over the rounds.
 *
 * @param low minimum
 * @param high maximum
 * @param rounds number of values
 */
public record Spread(double median, double low, double high, int rounds) {
  /**
   * Creates a spread.
   *
   * @throws IllegalArgumentException unless {@code low <= median <= high}, all are finite and there
   *     is a round
   */
  public Spread {
    if (Double.isInfinite(low) || Double.isInfinite(high)) {
      throw new IllegalArgumentException(
          "from " + low + " to " + high + "; both must be finite, so a value is damaged");
    }
    if (!(low <= median && median <= high)) {
      throw new IllegalArgumentException(
          "low " + low + ", median " + median + " and high " + high + " are not in order");
    }
    if (rounds < 1) {
      throw new IllegalArgumentException("a spread of " + rounds + " rounds; it needs one");
    }
  }

  /**
   * Returns the spread of these values; the median of an even number is the mean of the middle two.
   *
   * @throws IllegalArgumentException if there are none
   */
  public static Spread of(double... values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("a spread of no values; it needs one");
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int last = sorted.length - 1;
    double median = (sorted[last / 2] + sorted[sorted.length / 2]) / 2;
    return new Spread(median, sorted[0], sorted[last], sorted.length);
  }

  /** As {@link #of(double...)}. */
  public static Spread of(Collection<Double> values) {
    return of(values.stream().mapToDouble(value -> value).toArray());
  }

  /** Returns the spread with each number converted by a monotone function, such as of units. */
  public Spread map(DoubleUnaryOperator conversion) {
    double first = conversion.applyAsDouble(low);
    double second = conversion.applyAsDouble(high);
    return new Spread(
        conversion.applyAsDouble(median), Math.min(first, second), Math.max(first, second), rounds);
  }
}
