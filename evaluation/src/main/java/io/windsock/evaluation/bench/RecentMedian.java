package io.windsock.evaluation.bench;

import io.windsock.evaluation.data.Spread;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The median of the last {@value #COUNT} measurements. One thread owns it. */
public final class RecentMedian {
  /** How many measurements count. */
  public static final int COUNT = 5;

  private final Deque<Double> values = new ArrayDeque<>();

  /** Adds a measurement; one too many replaces the oldest. */
  public void add(double value) {
    if (values.size() == COUNT) {
      values.removeFirst();
    }
    values.addLast(value);
  }

  /** Returns the median; there must be a measurement. */
  public double value() {
    return Spread.of(List.copyOf(values)).median();
  }
}
