package io.windsock.evaluation.experiment;

import io.windsock.contracts.config.ConfigCheck;

/**
 * How much an experiment measures.
 *
 * @param quick whether it only shows that the experiment works: fewer points, short runs, and
 *     rounds that other machines disturb count, too
 * @param rounds rounds in which every subject is measured once, besides an uncounted first one if
 *     not quick
 * @param runSeconds about how long one run takes
 * @param calls how many calls a run with a fault of a gateway or site makes; 0: as many as its load
 *     makes in two and a half times {@code runSeconds}
 * @param withoutEffect whether every setting mirrors alike, so that the experiment must find no
 *     difference: a check of the experiment itself
 */
public record Scale(
    boolean quick, int rounds, double runSeconds, long calls, boolean withoutEffect) {
  private static final int MAX_ROUNDS = 100;
  private static final double MAX_SECONDS = 600;
  private static final long MAX_CALLS = 100_000_000;

  /** Checks the ranges. */
  public Scale {
    ConfigCheck check = new ConfigCheck("experiment");
    check.range("rounds", rounds, 1, MAX_ROUNDS);
    check.holds(
        runSeconds >= 1 && runSeconds <= MAX_SECONDS,
        "run-seconds",
        String.valueOf(runSeconds),
        "1 to 600");
    check.range("calls", calls, 0, MAX_CALLS);
    check.done();
  }
}
