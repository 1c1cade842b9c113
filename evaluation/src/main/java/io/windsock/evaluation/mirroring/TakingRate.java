package io.windsock.evaluation.mirroring;

import java.util.function.DoubleConsumer;

/**
 * Finds the rate of requests that takes a given share of what a node can do, if what they take is
 * about proportional to their rate. One thread owns it.
 */
final class TakingRate {
  /** How far from the wanted share a trial may be. */
  static final double TOLERANCE = 0.05;

  private static final int MAX_TRIALS = 6;

  /** The largest factor between two rates, because a disturbed trial tells nothing. */
  private static final double MAX_STEP = 2.5;

  private final double wanted;
  private final Trial trial;
  private final DoubleConsumer uncertain;

  /** A run with requests. */
  interface Trial {
    /** Returns the share that they take; 0 or less: nothing that can be told from noise. */
    double taken(double perSecond) throws InterruptedException;
  }

  /**
   * Creates it.
   *
   * @param wanted the share, 0 to 1
   * @param uncertain takes the share of the last trial if none came near enough
   */
  TakingRate(double wanted, Trial trial, DoubleConsumer uncertain) {
    this.wanted = wanted;
    this.trial = trial;
    this.uncertain = uncertain;
  }

  /** Returns the rate, searched for from {@code first} on. */
  double from(double first) throws InterruptedException {
    double perSecond = first;
    double taken = 0;
    for (int i = 0; i < MAX_TRIALS; i++) {
      taken = trial.taken(perSecond);
      perSecond *= step(taken);
      if (Math.abs(taken - wanted) <= TOLERANCE) {
        return perSecond;
      }
    }
    uncertain.accept(taken);
    return perSecond;
  }

  private double step(double taken) {
    double step = taken <= 0 ? MAX_STEP : wanted / taken;
    return Math.min(MAX_STEP, Math.max(1 / MAX_STEP, step));
  }
}
