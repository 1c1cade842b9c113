package io.windsock.evaluation.lab;

import io.windsock.evaluation.load.Positions;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Finds the highest constant rate at which the central node keeps up: after the last event it needs
 * no more than {@link #LAG} to finish. A sequence that is sent at once tells less: the node then
 * works in other batches than at a constant rate. One thread owns it.
 */
public final class SustainedRate {
  /** How long after the last event the central site may send the last update. */
  static final Duration LAG = Duration.ofMillis(300);

  private static final double STEP = 1.05;
  private static final int MAX_STEPS = 20;
  private static final int RUNS_THAT_DECIDE = 2;

  private final Lab lab;
  private final Positions positions;
  private final Duration length;
  private final Consumer<String> note;

  /**
   * Creates it for the function in force.
   *
   * @param length how long a run takes
   * @param note takes a sentence if the rate remains uncertain
   */
  public SustainedRate(Lab lab, Positions positions, Duration length, Consumer<String> note) {
    this.lab = lab;
    this.positions = positions;
    this.length = length;
    this.note = note;
  }

  /**
   * Returns the highest rate, in steps of 5 %.
   *
   * @param first where the search begins, events per second
   */
  public double from(double first) throws InterruptedException {
    double rate = first;
    boolean up = keepsUp(rate);
    for (int step = 0; step < MAX_STEPS; step++) {
      double next = up ? rate * STEP : rate / STEP;
      boolean nextUp = keepsUp(next);
      if (up && !nextUp) {
        return rate;
      }
      if (!up && nextUp) {
        return next;
      }
      rate = next;
    }
    note.accept(
        "No rate from %.0f to %.0f events/s is the highest at which the central node keeps up; %.0f is used."
            .formatted(Math.min(first, rate), Math.max(first, rate), rate));
    return rate;
  }

  /** Two runs of at most three decide. */
  private boolean keepsUp(double perSecond) throws InterruptedException {
    int up = 0;
    int late = 0;
    while (up < RUNS_THAT_DECIDE && late < RUNS_THAT_DECIDE) {
      if (lab.finishing(positions, perSecond, length).compareTo(LAG) <= 0) {
        up++;
      } else {
        late++;
      }
    }
    return up > late;
  }
}
