package io.windsock.evaluation.plot;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;

/** The ranges of a chart's axes: its data with a margin. */
record Axes(Range x, Range y) {
  private static final double MARGIN = 0.03;

  /** Room above the curves for the names of bands, as a share of the y axis. */
  private static final double NAMES = 0.12;

  private static final double MAX_LABELLED = 3000;

  /** The lowest and the highest value on an axis. */
  record Range(double min, double max) {
    static Range of(DoubleSummaryStatistics values) {
      return new Range(values.getMin(), values.getMax());
    }

    /** Returns this range extended at both ends by shares of its length. */
    Range widened(double below, double above) {
      double length = max > min ? max - min : 1;
      return new Range(min - below * length, max + above * length);
    }

    double at(double share) {
      return min + share * (max - min);
    }
  }

  static Axes of(Chart chart) {
    return new Axes(x(chart), y(chart));
  }

  private static Range x(Chart chart) {
    if (chart.xScale() == AxisScale.LINEAR) {
      return Range.of(chart.xs().summaryStatistics()).widened(MARGIN, MARGIN);
    }
    Range exponents = Range.of(chart.xs().map(Math::log10).summaryStatistics());
    Range wider = exponents.widened(MARGIN, MARGIN);
    return new Range(Math.pow(10, wider.min()), Math.pow(10, wider.max()));
  }

  private static Range y(Chart chart) {
    Range data = Range.of(chart.ys().summaryStatistics());
    double above = chart.bands().isEmpty() ? MARGIN : NAMES;
    if (data.min() >= 0) {
      return new Range(0, data.max()).widened(0, above);
    }
    return new Range(data.min(), Math.max(0, data.max())).widened(MARGIN, above);
  }

  /** Returns whether the x axis spans more than a power of ten. */
  boolean spansDecade() {
    return x.max() > 10 * x.min();
  }

  /**
   * Returns the values 2 and 5 times a power of ten on the x axis, which is logarithmic; none on an
   * axis so long that their labels would overlap.
   */
  List<Double> betweenDecades() {
    if (x.max() > MAX_LABELLED * x.min()) {
      return List.of();
    }
    List<Double> values = new ArrayList<>();
    for (double decade = Math.pow(10, Math.floor(Math.log10(x.min())));
        decade < x.max();
        decade *= 10) {
      values.add(2 * decade);
      values.add(5 * decade);
    }
    values.removeIf(value -> value < x.min() || value > x.max());
    return values;
  }
}
