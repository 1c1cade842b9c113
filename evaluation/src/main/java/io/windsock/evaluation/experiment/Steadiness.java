package io.windsock.evaluation.experiment;

import io.windsock.evaluation.data.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Decides which runs are measured again because other virtual machines disturbed them: they took
 * too much of the processors' time, or memory was slow. The quick form repeats nothing. One thread
 * owns it.
 */
final class Steadiness {
  /** How much of the processors' time others may take during a run that counts, 0 to 1. */
  static final double MAX_STOLEN = 0.05;

  /** How fast memory must be during a run that counts, as a share of {@link #usual}. */
  static final double MIN_SPEED = 0.6;

  /** Before so many runs it is not known what is usual. */
  static final int RUNS_KNOWN = 4;

  private static final int MAX_RUNS_AGAIN = 2;
  private static final double USUAL = 0.75;
  private static final int PERCENT = 100;

  private final boolean repeats;
  private final List<Double> all = new ArrayList<>();
  private int runsAgain;
  private int disturbedRuns;

  /** Creates the decisions of one session, which may measure runs again or not. */
  Steadiness(boolean repeats) {
    this.repeats = repeats;
  }

  /**
   * Returns whether a run is to be measured again.
   *
   * @param stolen the share of the processors' time that others took, 0 to 1
   * @param memory how fast memory was, in GB/s
   * @param attempt how often it has been measured, from 1
   */
  boolean repeatsRun(double stolen, double memory, int attempt) {
    all.add(memory);
    if (stolen <= MAX_STOLEN && isUsual(memory)) {
      return false;
    }
    if (repeats && attempt <= MAX_RUNS_AGAIN) {
      runsAgain++;
      return true;
    }
    disturbedRuns++;
    return false;
  }

  /** Whether memory that is so fast, in GB/s, is not slow. */
  boolean isUsual(double memory) {
    return all.size() < RUNS_KNOWN || memory >= MIN_SPEED * usual();
  }

  /** How fast memory is if others use it little: the upper quartile of all runs so far. */
  private double usual() {
    List<Double> sorted = all.stream().sorted().toList();
    return sorted.get((int) (USUAL * (sorted.size() - 1)));
  }

  /** Returns how fast memory was, in words; empty if nothing was measured. */
  String memory() {
    if (all.isEmpty()) {
      return "";
    }
    Spread speed = Spread.of(all);
    return String.format(
        Locale.ROOT,
        "copied at %.1f to %.1f GB/s during runs, %.1f in the median",
        speed.low(),
        speed.high(),
        speed.median());
  }

  /** Returns what was repeated, in a sentence. */
  String sentence() {
    return String.format(
        Locale.ROOT,
        "%d runs were repeated because others took more than %.0f %% of the processors, or memory was"
            + " slower than %.0f %% of the upper quartile of the runs before; %d disturbed runs count"
            + " nevertheless.",
        runsAgain,
        PERCENT * MAX_STOLEN,
        PERCENT * MIN_SPEED,
        disturbedRuns);
  }
}
