package io.windsock.evaluation.experiment;

import io.windsock.evaluation.data.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleSupplier;

/**
 * Decides which runs and rounds are measured again because other virtual machines disturbed them: a
 * run if they took too much of the processors' time, a round if the machine's speed changed too
 * much between its runs, so that its settings can't be compared. The quick form repeats nothing.
 * One thread owns it.
 */
final class Steadiness {
  /** How much of the processors' time others may take during a run that counts, 0 to 1. */
  static final double MAX_STOLEN = 0.05;

  /** How many times as long a fixed piece of work may take at one time of a round as at another. */
  static final double MAX_SLOWDOWN = 1.25;

  private static final int MAX_RUNS_AGAIN = 3;

  /** Of all rounds together, so that a restless machine prolongs an experiment only so far. */
  private static final int MAX_ROUNDS_AGAIN = 2;

  private static final int PERCENT = 100;

  private final DoubleSupplier workMs;
  private final boolean repeats;
  private final List<Double> all = new ArrayList<>();
  private final List<Double> ofRound = new ArrayList<>();
  private int runsAgain;
  private int disturbedRuns;
  private int roundsAgain;
  private int unsteadyRounds;

  /**
   * Creates the decisions of one session.
   *
   * @param workMs does a fixed piece of work and returns how long it took, in ms
   * @param repeats whether anything may be measured again
   */
  Steadiness(DoubleSupplier workMs, boolean repeats) {
    this.workMs = workMs;
    this.repeats = repeats;
  }

  /** Begins a round, or begins it anew. */
  void beginRound() {
    ofRound.clear();
  }

  /** Measures the machine's speed: before each run of a round, and after the last. */
  void measure() {
    double ms = workMs.getAsDouble();
    ofRound.add(ms);
    all.add(ms);
  }

  /**
   * Returns whether a run is to be measured again.
   *
   * @param stolen the share of the processors' time that others took, 0 to 1
   * @param attempt how often it has been measured, from 1
   */
  boolean repeatsRun(double stolen, int attempt) {
    if (stolen <= MAX_STOLEN) {
      return false;
    }
    if (repeats && attempt <= MAX_RUNS_AGAIN) {
      runsAgain++;
      return true;
    }
    disturbedRuns++;
    return false;
  }

  /** Returns whether the round that ends is to be measured again. */
  boolean repeatsRound() {
    if (slowdown() <= MAX_SLOWDOWN) {
      return false;
    }
    if (repeats && roundsAgain < MAX_ROUNDS_AGAIN) {
      roundsAgain++;
      return true;
    }
    unsteadyRounds++;
    return false;
  }

  /** Returns how many times as long the work took at the slowest time of the round. */
  double slowdown() {
    Spread ms = Spread.of(ofRound);
    return ms.high() / ms.low();
  }

  /** Returns the machine's speed in words; empty if it was not measured. */
  String speed() {
    if (all.isEmpty()) {
      return "";
    }
    Spread ms = Spread.of(all);
    return String.format(
        Locale.ROOT,
        "a fixed piece of work before each run took %.1f to %.1f ms, %.1f in the median",
        ms.low(),
        ms.high(),
        ms.median());
  }

  /** Returns what was repeated, a sentence each. */
  List<String> sentences() {
    String runs =
        String.format(
            Locale.ROOT,
            "%d runs were repeated because others took more than %.0f %% of the processors; %d such"
                + " runs count all the same.",
            runsAgain,
            PERCENT * MAX_STOLEN,
            disturbedRuns);
    String rounds =
        String.format(
            Locale.ROOT,
            "%d rounds were repeated because the machine's speed changed by more than %.0f %% during"
                + " them; %d such rounds count all the same.",
            roundsAgain,
            PERCENT * (MAX_SLOWDOWN - 1),
            unsteadyRounds);
    return List.of(runs, rounds);
  }
}
