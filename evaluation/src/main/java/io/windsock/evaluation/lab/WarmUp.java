package io.windsock.evaluation.lab;

import io.windsock.evaluation.data.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Finds out whether rates are flat: the median of the last runs is no longer better than that of
 * the runs before them. A JVM that still compiles gets faster from run to run.
 */
public final class WarmUp {
  /** How much of the earlier time the later runs may take, at the least, to count as flat. */
  static final double FLAT = 0.97;

  private final int window;
  private final int most;
  private final List<Double> seconds = new ArrayList<>();

  /**
   * Creates a warm-up.
   *
   * @param window number of runs whose medians are compared
   * @param most number of runs after which it ends though rates are not flat
   */
  public WarmUp(int window, int most) {
    this.window = window;
    this.most = most;
  }

  /** Adds the time that a run took. */
  public void add(double runSeconds) {
    seconds.add(runSeconds);
  }

  /** Whether to stop: rates are flat, or there have been enough runs. */
  public boolean isOver() {
    return isFlat() || seconds.size() >= most;
  }

  /** Whether the last runs took about as long as those before. */
  public boolean isFlat() {
    int runs = seconds.size();
    return runs >= 2 * window
        && median(runs - window, runs) >= FLAT * median(runs - 2 * window, runs - window);
  }

  private double median(int from, int to) {
    return Spread.of(seconds.subList(from, to).stream().mapToDouble(it -> it).toArray()).median();
  }

  /** Returns what happened, in words. */
  public String text() {
    int runs = seconds.size();
    return String.format(
        Locale.ROOT,
        "%s after %d runs; the first took %.2f s, the last %.2f s",
        isFlat() ? "rates were flat" : "rates were not flat",
        runs,
        seconds.get(0),
        seconds.get(runs - 1));
  }
}
