package io.windsock.evaluation.capacity;

import java.util.EnumMap;
import java.util.Map;

/** How much of each quantity a process has to do. Immutable; a quantity that is not named is 0. */
public final class Work {
  private final Map<Quantity, Double> amounts;

  private Work(Map<Quantity, Double> amounts) {
    this.amounts = amounts;
  }

  /** Returns the work of a process that only runs. */
  public static Work idle() {
    return new Work(new EnumMap<>(Map.of(Quantity.BASE, 1.0)));
  }

  /** Returns this work with another amount of one quantity. */
  public Work with(Quantity quantity, double amount) {
    Map<Quantity, Double> more = new EnumMap<>(amounts);
    more.put(quantity, amount);
    return new Work(more);
  }

  /** Returns the amount of a quantity. */
  public double of(Quantity quantity) {
    return amounts.getOrDefault(quantity, 0.0);
  }
}
