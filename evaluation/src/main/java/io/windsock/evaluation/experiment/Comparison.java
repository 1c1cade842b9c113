package io.windsock.evaluation.experiment;

import io.windsock.evaluation.data.Row;
import io.windsock.evaluation.data.Spread;
import io.windsock.evaluation.data.Table;
import io.windsock.evaluation.plot.Curve;
import io.windsock.evaluation.plot.Kind;
import io.windsock.evaluation.plot.Point;
import io.windsock.evaluation.report.Grid;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

/** Compares the settings of an experiment, round by round. Immutable. */
public final class Comparison {
  private static final double PERCENT = 100;

  private final Table rows;

  /** Creates a comparison of these rows. */
  public Comparison(Table rows) {
    this.rows = rows;
  }

  /** Whether any run has this measure; runs of earlier builds may lack it. */
  public boolean has(String measure) {
    return rows.rows().stream().anyMatch(row -> row.measure().equals(measure));
  }

  /**
   * Returns how much more a setting needs than another, in percent: the mean over all points of the
   * axis that both have, and its spread over the rounds.
   */
  public Spread change(String setting, String base, String measure) {
    SortedMap<Integer, List<Double>> ratios = new TreeMap<>();
    for (double x : rows.xs()) {
      SortedMap<Integer, Double> bases = byRound(base, x, measure);
      byRound(setting, x, measure)
          .forEach(
              (round, value) -> {
                Double divisor = bases.get(round);
                if (divisor != null) {
                  ratios.computeIfAbsent(round, any -> new ArrayList<>()).add(value / divisor);
                }
              });
    }
    return Spread.of(
            ratios.values().stream()
                .mapToDouble(round -> round.stream().mapToDouble(it -> it).average().orElseThrow())
                .toArray())
        .map(Comparison::percent);
  }

  private SortedMap<Integer, Double> byRound(String setting, double x, String measure) {
    SortedMap<Integer, Double> values = new TreeMap<>();
    for (Row row : rows.rows()) {
      if (row.setting().equals(setting) && row.x() == x && row.measure().equals(measure)) {
        values.put(row.round(), row.value());
      }
    }
    return values;
  }

  /** Returns how much more a setting needs than another at one point, in percent. */
  public Spread changeAt(String setting, String base, double x, String measure) {
    return rows.ratios(setting, base, x, measure).map(Comparison::percent);
  }

  /**
   * Returns which part one measure has of what a setting needs more of another measure, in percent:
   * of the differences within a round, added up over rounds and axis relative to the base's.
   *
   * @param whole the measure that consists of parts, such as the processor time of a node
   * @param part one of them, such as the processor time of one of its processes
   */
  public double partOfChange(String setting, String base, String whole, String part) {
    double wholes = 0;
    double parts = 0;
    for (double x : sortedXs()) {
      SortedMap<Integer, Double> needed = byRound(base, x, whole);
      SortedMap<Integer, Double> neededPart = byRound(base, x, part);
      SortedMap<Integer, Double> usedPart = byRound(setting, x, part);
      for (Map.Entry<Integer, Double> used : byRound(setting, x, whole).entrySet()) {
        Double least = needed.get(used.getKey());
        Double before = neededPart.get(used.getKey());
        Double now = usedPart.get(used.getKey());
        if (least != null && before != null && now != null) {
          wholes += (used.getValue() - least) / least;
          parts += (now - before) / least;
        }
      }
    }
    return PERCENT * parts / wholes;
  }

  /**
   * Returns how much more a setting needs with each step of the axis, in percent: the geometric
   * mean of the steps from 1 to the end, by round.
   */
  public Spread changePerStep(String setting, String measure) {
    double last = sortedXs().get(sortedXs().size() - 1);
    return relative(setting, last, 1, measure)
        .map(ratio -> percent(Math.pow(ratio, 1 / (last - 1))));
  }

  /** Returns the ratios of a setting's values at a point to those at another, by round. */
  private Spread relative(String setting, double x, double base, String measure) {
    SortedMap<Integer, Double> bases = byRound(setting, base, measure);
    DoubleStream.Builder ratios = DoubleStream.builder();
    byRound(setting, x, measure)
        .forEach(
            (round, value) -> {
              Double divisor = bases.get(round);
              if (divisor != null) {
                ratios.add(value / divisor);
              }
            });
    return Spread.of(ratios.build().toArray());
  }

  /** Returns a setting's values over the axis, relative to those at one point. */
  public Curve relativeCurve(String name, String setting, double base, String measure) {
    List<Point> points = new ArrayList<>();
    for (double x : sortedXs()) {
      if (rows.has(setting, x, measure)) {
        points.add(point(x, relative(setting, x, base, measure)));
      }
    }
    return new Curve(name, points, Kind.OURS);
  }

  /**
   * Returns where the medians of a setting fall below those of another for good, interpolated
   * linearly; empty if they do not, or always are.
   */
  public OptionalDouble crossing(String setting, String other, String measure) {
    List<Double> xs = sortedXs();
    for (int i = xs.size() - 1; i > 0; i--) {
      double after = difference(setting, other, xs.get(i), measure);
      double before = difference(setting, other, xs.get(i - 1), measure);
      if (after >= 0) {
        return OptionalDouble.empty();
      }
      if (before >= 0) {
        double share = before / (before - after);
        return OptionalDouble.of(xs.get(i - 1) + share * (xs.get(i) - xs.get(i - 1)));
      }
    }
    return OptionalDouble.empty();
  }

  private double difference(String setting, String other, double x, String measure) {
    return rows.spread(setting, x, measure).median() - rows.spread(other, x, measure).median();
  }

  private static double percent(double ratio) {
    return PERCENT * (ratio - 1);
  }

  /** Returns a setting's values over the axis. */
  public Curve curve(String name, String setting, String measure) {
    List<Point> points = new ArrayList<>();
    for (double x : sortedXs()) {
      if (rows.has(setting, x, measure)) {
        points.add(point(x, rows.spread(setting, x, measure)));
      }
    }
    return new Curve(name, points, Kind.OURS);
  }

  /** Returns the ratios of a setting's values to another's over the axis. */
  public Curve ratioCurve(String name, String setting, String base, String measure) {
    List<Point> points = new ArrayList<>();
    for (double x : sortedXs()) {
      if (rows.has(setting, x, measure)) {
        points.add(point(x, rows.ratios(setting, base, x, measure)));
      }
    }
    return new Curve(name, points, Kind.OURS);
  }

  /** Returns a curve of the paper, through points given as x, y, x, y … */
  public static Curve paper(String name, double... coordinates) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < coordinates.length; i += 2) {
      double y = coordinates[i + 1];
      points.add(new Point(coordinates[i], y, y, y));
    }
    return new Curve(name, points, Kind.PAPER);
  }

  private static Point point(double x, Spread spread) {
    return new Point(x, spread.median(), spread.low(), spread.high());
  }

  private List<Double> sortedXs() {
    return rows.xs().stream().sorted().toList();
  }

  /**
   * Returns a table of a measure, by point and setting.
   *
   * @param axis what the points are; empty if there is one only, which needs no column
   * @param format of a value, as in {@link String#format}
   */
  public Grid grid(String caption, String axis, String measure, String format) {
    boolean named = !axis.isEmpty();
    List<String> head = new ArrayList<>(named ? List.of(axis) : List.of());
    head.addAll(rows.settings());
    List<List<String>> lines = new ArrayList<>();
    for (double x : sortedXs()) {
      List<String> line = new ArrayList<>();
      if (named) {
        line.add(String.format(Locale.ROOT, "%,.0f", x));
      }
      for (String setting : rows.settings()) {
        line.add(rows.has(setting, x, measure) ? cell(setting, x, measure, format) : "");
      }
      lines.add(line);
    }
    return new Grid(head, lines, caption + ": median (lowest–highest)");
  }

  private String cell(String setting, double x, String measure, String format) {
    Spread spread = rows.spread(setting, x, measure);
    return String.format(
        Locale.ROOT,
        format + " (" + format + "–" + format + ")",
        spread.median(),
        spread.low(),
        spread.high());
  }
}
