package io.windsock.evaluation.lab;

import io.windsock.evaluation.data.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Finds out whether costs are flat: the median of the last runs is no lower than that of the runs
 * before them. A JVM that still compiles needs less processor time from run to run.
 */
public final class WarmUp {
  /** How much of the earlier cost the later runs must have at the least to count as flat. */
  static final double FLAT = 0.97;

  private final int window;
  private final int most;
  private final List<Double> us = new ArrayList<>();

  /**
   * Creates a warm-up.
   *
   * @param window number of runs whose medians are compared
   * @param most number of runs after which it ends though costs are not flat
   */
  public WarmUp(int window, int most) {
    this.window = window;
    this.most = most;
  }

  /** Adds the processor time per event of a run, in µs. */
  public void add(double runUs) {
    us.add(runUs);
  }

  /** Whether to stop: costs are flat, or there have been enough runs. */
  public boolean isOver() {
    return isFlat() || us.size() >= most;
  }

  /** Whether the last runs cost about as much as those before. */
  public boolean isFlat() {
    int runs = us.size();
    return runs >= 2 * window
        && median(runs - window, runs) >= FLAT * median(runs - 2 * window, runs - window);
  }

  private double median(int from, int to) {
    return Spread.of(us.subList(from, to)).median();
  }

  /**
   * Returns what happened, in words.
   *
   * @param each what the costs are for, such as {@code an event}
   */
  public String text(String each) {
    int runs = us.size();
    return String.format(
        Locale.ROOT,
        "%s after %d runs; the median of the first %d was %.1f µs %s, of the last %.1f µs",
        isFlat() ? "costs were flat" : "costs were not flat",
        runs,
        Math.min(window, runs),
        median(0, Math.min(window, runs)),
        each,
        median(Math.max(0, runs - window), runs));
  }
}
