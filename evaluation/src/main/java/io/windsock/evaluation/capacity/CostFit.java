package io.windsock.evaluation.capacity;

import io.windsock.evaluation.data.Spread;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Fits costs to measurements by least squares of the relative errors, with no cost below 0. It
 * minimizes over one cost after the other until none changes; the sum of squares is convex, so that
 * ends at its minimum. Relative errors let a run of one display count as much as a run of a
 * thousand.
 */
public final class CostFit {
  private static final int MAX_SWEEPS = 200_000;
  private static final double SETTLED = 1e-12;

  private final List<Quantity> quantities;
  private final Cost known;
  private final List<double[]> rows = new ArrayList<>();

  /** What of each measurement is to be explained, as a share of it. */
  private final List<Double> targets = new ArrayList<>();

  /** Creates a fit of the costs of these quantities. */
  public CostFit(List<Quantity> quantities) {
    this(quantities, Map.of());
  }

  /**
   * Creates a fit of the costs of some quantities.
   *
   * @param known the costs of other quantities, which stay as they are
   */
  public CostFit(List<Quantity> quantities, Map<Quantity, Double> known) {
    this.quantities = List.copyOf(quantities);
    this.known = new Cost(known, 0, 0);
  }

  /**
   * Adds a measurement.
   *
   * @param measured what the work cost, above 0
   */
  public void add(Work work, double measured) {
    if (!(measured > 0)) {
      throw new IllegalArgumentException("measured is " + measured + "; it must be above 0");
    }
    rows.add(quantities.stream().mapToDouble(it -> work.of(it) / measured).toArray());
    targets.add(1 - known.of(work) / measured);
  }

  /** Returns whether there is a measurement for each quantity. */
  public boolean isDetermined() {
    return rows.size() >= quantities.size();
  }

  /**
   * Returns the costs.
   *
   * @throws IllegalStateException if there are fewer measurements than quantities
   */
  public Cost fit() {
    if (!isDetermined()) {
      throw new IllegalStateException(
          rows.size() + " measurements for " + quantities.size() + " costs");
    }
    double[] scales = scales();
    double[] scaled = minimum(scales);
    Map<Quantity, Double> costs = new EnumMap<>(Quantity.class);
    costs.putAll(known.perUnit());
    double[] perUnit = new double[scaled.length];
    for (int i = 0; i < scaled.length; i++) {
      perUnit[i] = scaled[i] / scales[i];
      costs.put(quantities.get(i), perUnit[i]);
    }
    return new Cost(costs, error(perUnit), rows.size());
  }

  /** Returns each column's length, by which it is divided so that steps are alike. */
  private double[] scales() {
    double[] scales = new double[quantities.size()];
    for (int i = 0; i < scales.length; i++) {
      double sum = 0;
      for (double[] row : rows) {
        sum += row[i] * row[i];
      }
      scales[i] = sum > 0 ? Math.sqrt(sum) : 1;
    }
    return scales;
  }

  private double[] minimum(double[] scales) {
    int columns = scales.length;
    double[][] products = new double[columns][columns];
    double[] sums = new double[columns];
    for (int r = 0; r < rows.size(); r++) {
      double[] row = rows.get(r);
      for (int i = 0; i < columns; i++) {
        sums[i] += row[i] / scales[i] * targets.get(r);
        for (int j = 0; j < columns; j++) {
          products[i][j] += row[i] / scales[i] * (row[j] / scales[j]);
        }
      }
    }
    double[] costs = new double[columns];
    double largest = 1;
    for (int sweep = 0; sweep < MAX_SWEEPS && largest > SETTLED; sweep++) {
      largest = sweep(products, sums, costs);
    }
    return costs;
  }

  /** Minimizes over each cost once; returns the largest step. */
  private static double sweep(double[][] products, double[] sums, double[] costs) {
    double largest = 0;
    for (int i = 0; i < costs.length; i++) {
      if (products[i][i] > 0) {
        double slope = sums[i];
        for (int j = 0; j < costs.length; j++) {
          slope -= products[i][j] * costs[j];
        }
        double next = Math.max(0, costs[i] + slope / products[i][i]);
        largest = Math.max(largest, Math.abs(next - costs[i]));
        costs[i] = next;
      }
    }
    return largest;
  }

  private double error(double[] perUnit) {
    double[] errors = new double[rows.size()];
    for (int r = 0; r < errors.length; r++) {
      double fitted = 0;
      for (int i = 0; i < perUnit.length; i++) {
        fitted += perUnit[i] * rows.get(r)[i];
      }
      errors[r] = Math.abs(fitted - targets.get(r));
    }
    return Spread.of(errors).median();
  }
}
