package io.windsock.evaluation.lab;

import io.windsock.evaluation.load.Positions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Warms a laboratory up, and finds out how many events fill a run. One thread owns it. */
public final class WarmLab {
  private static final int WARM_UP_EVENTS = 20_000;
  private static final int WARM_UP_BYTES = 1_000;
  private static final int WINDOW = 10;
  private static final int QUICK_WINDOW = 2;
  private static final int MOST_RUNS = 100;
  private static final int QUICK_MOST_RUNS = 6;
  private static final int CALIBRATION_EVENTS = 4_000;

  /** A short sequence does not show the rate of a long one, so the first guess is run, too. */
  private static final int CALIBRATION_STEPS = 3;

  private final Lab lab;

  /** Creates it for a laboratory. */
  public WarmLab(Lab lab) {
    this.lab = lab;
  }

  /**
   * Runs sequences without quotas until they take no less time than those before, then puts the
   * quotas in force.
   *
   * @param requestsPerSecond requests for initial state made meanwhile
   * @param note takes what happened, as a sentence
   */
  public void warmUp(boolean quick, double requestsPerSecond, Consumer<String> note)
      throws InterruptedException {
    WarmUp warmUp =
        quick ? new WarmUp(QUICK_WINDOW, QUICK_MOST_RUNS) : new WarmUp(WINDOW, MOST_RUNS);
    Positions positions = lab.positions(WARM_UP_BYTES);
    lab.use(Function.SELECTIVE, lab.plan().mirrors());
    Requests requests = Requests.during(1, requestsPerSecond);
    while (!warmUp.isOver()) {
      warmUp.add(lab.execute(positions, WARM_UP_EVENTS, requests).centralSeconds());
    }
    lab.limit();
    note.accept("Warm-up: " + warmUp.text() + ".");
  }

  /**
   * Returns, by size of an event, how many events take about {@code seconds} under the quotas, with
   * simple mirroring to one mirror.
   */
  public Map<Integer, Long> events(int[] sizes, double seconds) throws InterruptedException {
    lab.use(Function.SIMPLE, Math.min(1, lab.plan().mirrors()));
    Map<Integer, Long> events = new LinkedHashMap<>();
    for (int bytes : sizes) {
      Positions positions = lab.positions(bytes);
      long count = CALIBRATION_EVENTS;
      for (int step = 0; step < CALIBRATION_STEPS; step++) {
        double taken = lab.execute(positions, count, Requests.NONE).centralSeconds();
        count = Math.max(1, Math.round(count * seconds / taken));
      }
      events.put(bytes, count);
    }
    return events;
  }
}
