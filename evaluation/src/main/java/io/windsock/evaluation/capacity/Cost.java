package io.windsock.evaluation.capacity;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What work costs, linear in each quantity.
 *
 * @param perUnit cost of a unit of each quantity that counts
 * @param error the median of |fitted − measured| / measured over the runs it was fitted to
 * @param runs number of these runs
 */
public record Cost(Map<Quantity, Double> perUnit, double error, int runs) {
  /**
   * Copies the map.
   *
   * @throws IllegalArgumentException if a cost is negative or not finite
   */
  public Cost {
    perUnit.forEach(
        (quantity, cost) -> {
          if (!(cost >= 0 && Double.isFinite(cost))) {
            throw new IllegalArgumentException(
                "a unit of " + quantity.text() + " costs " + cost + "; it must be 0 or more");
          }
        });
    Map<Quantity, Double> copy = new EnumMap<>(Quantity.class);
    copy.putAll(perUnit);
    perUnit = Collections.unmodifiableMap(copy);
  }

  /** Returns the cost of this work. */
  public double of(Work work) {
    double sum = 0;
    for (Map.Entry<Quantity, Double> each : perUnit.entrySet()) {
      sum += each.getValue() * work.of(each.getKey());
    }
    return sum;
  }

  /** Returns what this work costs because of one quantity. */
  public double of(Work work, Quantity quantity) {
    return perUnit.getOrDefault(quantity, 0.0) * work.of(quantity);
  }
}
