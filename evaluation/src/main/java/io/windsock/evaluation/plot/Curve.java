package io.windsock.evaluation.plot;

import java.util.List;

/**
 * A named line through points, in the order given.
 *
 * @param name the legend's text
 */
public record Curve(String name, List<Point> points, Kind kind) {
  /**
   * Creates a curve.
   *
   * @throws IllegalArgumentException if the name is blank or there is no point
   */
  public Curve {
    points = List.copyOf(points);
    if (name.isBlank()) {
      throw new IllegalArgumentException("a curve without a name; the legend needs one");
    }
    if (points.isEmpty()) {
      throw new IllegalArgumentException("curve “" + name + "” has no points; it needs one");
    }
  }

  double[] xs() {
    return points.stream().mapToDouble(Point::x).toArray();
  }

  double[] ys() {
    return points.stream().mapToDouble(Point::y).toArray();
  }
}
