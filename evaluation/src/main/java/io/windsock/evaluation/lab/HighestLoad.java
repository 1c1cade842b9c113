package io.windsock.evaluation.lab;

import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Finds the highest load with which the central node keeps up: after the last event of {@link
 * #LENGTH} it needs no more than {@link #LAG} to finish. A sequence that is sent at once tells
 * less, because the node works in other batches at a constant rate; so does the processor time that
 * events take, because it falls as batches grow. One thread owns it.
 */
public final class HighestLoad {
  /** How long a trial takes. */
  public static final Duration LENGTH = Duration.ofSeconds(8);

  /**
   * How long after the last event the central site may send the last update: more than any pause of
   * a node that keeps up, and what 6 % too many events cause.
   */
  static final Duration LAG = Duration.ofMillis(600);

  private static final int MAX_STEPS = 12;
  private static final int MAX_SEARCHES = 5;

  /** How many steps one of the first search has. */
  private static final int COARSE = 3;

  private static final int TRIALS_THAT_DECIDE = 2;

  /** A trial that finishes within the lag divided by this decides alone. */
  private static final int CLEAR = 2;

  private final String what;
  private final double step;
  private final Trial trial;
  private final Consumer<String> note;

  /** Whether the last search ended at a limit. */
  private boolean limited;

  /** A run with a constant load. */
  public interface Trial {
    /** Returns how long after the last event the central site sent the last update. */
    Duration finishing(double load) throws InterruptedException;
  }

  /**
   * Creates it.
   *
   * @param what what the load is counted in, in the plural
   * @param step the factor between two loads
   * @param note takes a sentence if the load remains uncertain
   */
  public HighestLoad(String what, double step, Trial trial, Consumer<String> note) {
    this.what = what;
    this.step = step;
    this.trial = trial;
    this.note = note;
  }

  /**
   * Returns the highest load, searched for from {@code first} on in large steps, and then again
   * from what was found until that is no more than before: the trials themselves warm the node up.
   */
  public double from(double first) throws InterruptedException {
    double highest = search(first, Math.pow(step, COARSE));
    for (int i = 1; i < MAX_SEARCHES && (limited || i > 1); i++) {
      double before = highest;
      highest = search(before, step);
      if (highest <= before) {
        break;
      }
    }
    return noted(first, highest);
  }

  /**
   * Returns what one search from {@code first} on finds: enough if an earlier one has found {@code
   * first}, or to see that a load works.
   */
  public double roughly(double first) throws InterruptedException {
    return noted(first, search(first, step));
  }

  private double noted(double first, double highest) {
    if (!limited) {
      note.accept(
          String.format(
              Locale.ROOT,
              "The highest load with which the central node keeps up is not between %.0f and %.0f %s;"
                  + " %.0f was taken for it.",
              Math.min(first, highest),
              Math.max(first, highest),
              what,
              highest));
    }
    return highest;
  }

  private double search(double first, double factor) throws InterruptedException {
    double load = first;
    boolean up = keepsUp(load);
    limited = true;
    for (int i = 0; i < MAX_STEPS; i++) {
      double next = up ? load * factor : load / factor;
      boolean nextUp = keepsUp(next);
      if (up != nextUp) {
        return Math.min(load, next);
      }
      load = next;
    }
    limited = false;
    return load;
  }

  /**
   * Two trials of at most three decide. One that finishes early decides alone, because a
   * disturbance makes a node slower, never faster; a late one may have been disturbed.
   */
  private boolean keepsUp(double load) throws InterruptedException {
    int up = 0;
    int late = 0;
    while (up < TRIALS_THAT_DECIDE && late < TRIALS_THAT_DECIDE) {
      Duration finishing = trial.finishing(load);
      if (finishing.compareTo(LAG) > 0) {
        late++;
      } else {
        boolean clear = finishing.compareTo(LAG.dividedBy(CLEAR)) <= 0;
        up += clear ? TRIALS_THAT_DECIDE : 1;
      }
    }
    return up > late;
  }
}
