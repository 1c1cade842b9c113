package io.windsock.evaluation.data;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The rows of one experiment, indexed by setting, x and measure. Immutable. */
public final class Table {
  /** Stands for no round where one may be left out. */
  public static final int NO_ROUND = -1;

  /** The number of values of x that a message names; a time line has thousands. */
  private static final int MAX_NAMED = 10;

  private record Key(String setting, double x, String measure) {
    static Key of(Row row) {
      return new Key(row.setting(), row.x(), row.measure());
    }

    static Key of(String setting, double x, String measure) {
      return new Key(setting, x + 0.0, measure);
    }

    @Override
    public String toString() {
      return "measure “" + measure + "” of setting “" + setting + "” at x " + x;
    }
  }

  private final List<Row> rows;
  private final Map<Key, SortedMap<Integer, Double>> byRound = new LinkedHashMap<>();

  /**
   * Creates a table.
   *
   * @throws IllegalArgumentException if two rows differ in their value only
   */
  public Table(List<Row> rows) {
    this.rows = List.copyOf(rows);
    this.rows.forEach(this::index);
  }

  private void index(Row row) {
    Key key = Key.of(row);
    Double former =
        byRound.computeIfAbsent(key, any -> new TreeMap<>()).put(row.round(), row.value());
    if (former != null) {
      throw new IllegalArgumentException("two values of " + key + " in round " + row.round());
    }
  }

  /**
   * Returns the same rows ordered by their settings, and those of a setting by x. Rows are in the
   * order of a round, which is drawn, until then.
   *
   * @param settings the order; settings that it lacks come last
   */
  public Table inOrderOf(List<String> settings) {
    return new Table(
        rows.stream()
            .sorted(
                Comparator.<Row>comparingInt(row -> place(settings, row))
                    .thenComparingDouble(Row::x))
            .toList());
  }

  private static int place(List<String> settings, Row row) {
    int place = settings.indexOf(row.setting());
    return place < 0 ? settings.size() : place;
  }

  /** Returns the rows of the rounds up to one, in their order. */
  public Table upToRound(int last) {
    return new Table(rows.stream().filter(row -> row.round() <= last).toList());
  }

  /** Returns all rows in their order. */
  public List<Row> rows() {
    return rows;
  }

  /** Returns the settings in the order of their first rows. */
  public List<String> settings() {
    return distinct(Row::setting);
  }

  /** Returns the values of x in the order of their first rows. */
  public List<Double> xs() {
    return distinct(Row::x);
  }

  /** Returns the measures in the order of their first rows. */
  public List<String> measures() {
    return distinct(Row::measure);
  }

  private <T> List<T> distinct(Function<Row, T> column) {
    return rows.stream().map(column).distinct().toList();
  }

  /** Returns whether there is at least one value. */
  public boolean has(String setting, double x, String measure) {
    return byRound.containsKey(Key.of(setting, x, measure));
  }

  /**
   * Returns the values in the order of their rounds.
   *
   * @throws IllegalArgumentException if there are none
   */
  public double[] values(String setting, double x, String measure) {
    return array(rounds(Key.of(setting, x, measure)).values());
  }

  /**
   * Returns the spread of the values over the rounds.
   *
   * @throws IllegalArgumentException if there are none
   */
  public Spread spread(String setting, double x, String measure) {
    return Spread.of(values(setting, x, measure));
  }

  /**
   * Returns the median of the values of all rounds but one, so that a round can be compared with
   * what others have chosen; that of all rounds if there is no other.
   *
   * @param left the place of the round that is left out, in the order of {@link #values}, or {@link
   *     #NO_ROUND}
   * @throws IllegalArgumentException if there are no values
   */
  public double medianWithout(int left, String setting, double x, String measure) {
    double[] all = values(setting, x, measure);
    double[] others =
        IntStream.range(0, all.length).filter(i -> i != left).mapToDouble(i -> all[i]).toArray();
    return Spread.of(others.length == 0 ? all : others).median();
  }

  /**
   * Returns the spread of the ratios of a setting's value to the base's value in the same round.
   * Rounds that lack either value are left out.
   *
   * @throws IllegalArgumentException if a setting has no values, the two share no round or a base
   *     value is 0
   */
  public Spread ratios(String setting, String base, double x, String measure) {
    Key of = Key.of(setting, x, measure);
    Key to = Key.of(base, x, measure);
    SortedMap<Integer, Double> bases = rounds(to);
    List<Double> ratios = new ArrayList<>();
    rounds(of)
        .forEach(
            (round, value) -> {
              Double divisor = bases.get(round);
              if (divisor != null) {
                ratios.add(value / nonZero(divisor, to, round));
              }
            });
    if (ratios.isEmpty()) {
      throw new IllegalArgumentException("no round has both " + of + " and " + to);
    }
    return Spread.of(array(ratios));
  }

  private static double nonZero(double divisor, Key key, int round) {
    if (divisor == 0) {
      throw new IllegalArgumentException(key + " is 0 in round " + round + "; it has no ratio");
    }
    return divisor;
  }

  private SortedMap<Integer, Double> rounds(Key key) {
    SortedMap<Integer, Double> rounds = byRound.get(key);
    if (rounds == null) {
      throw new IllegalArgumentException(
          String.format(
              "no values for %s; settings are %s, measures are %s, x begins with %s",
              key, settings(), measures(), xs().stream().limit(MAX_NAMED).toList()));
    }
    return rounds;
  }

  private static double[] array(Collection<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
