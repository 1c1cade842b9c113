package io.windsock.evaluation.lab;

import io.windsock.evaluation.load.Positions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Warms a laboratory up, and finds out how many events fill a run. One thread owns it. */
public final class WarmLab {
  private static final int WARM_UP_EVENTS = 30_000;
  private static final int QUICK_EVENTS = 10_000;
  private static final int WARM_UP_BYTES = 1_000;

  /** Every function in turn, because each makes the JVMs compile other code. */
  private static final List<Function> FUNCTIONS =
      List.of(Function.SIMPLE, Function.SELECTIVE, Function.NONE);

  private static final int RUNS_EACH = 10;
  private static final int QUICK_RUNS_EACH = 1;
  private static final int MAX_CYCLES = 8;
  private static final int QUICK_MAX_CYCLES = 2;

  /** The most runs that warm up for a size of events. */
  private static final int MAX_RUNS_OF_SIZE = 60;

  private static final int CALIBRATION_EVENTS = 4_000;

  private static final int MAX_CALIBRATIONS = 12;
  private static final double TOLERANCE = 0.1;

  private final Lab lab;

  /** Creates it for a laboratory. */
  public WarmLab(Lab lab) {
    this.lab = lab;
  }

  /**
   * Runs sequences without quotas until they take no less processor time than those before, which
   * includes that of compilers, then puts the quotas in force.
   *
   * @param requestsPerSecond requests for initial state made meanwhile
   * @param note takes what happened, as a sentence
   */
  public void warmUp(boolean quick, double requestsPerSecond, Consumer<String> note)
      throws InterruptedException {
    int runsEach = quick ? QUICK_RUNS_EACH : RUNS_EACH;
    int cycle = runsEach * FUNCTIONS.size();
    WarmUp warmUp = new WarmUp(cycle, cycle * (quick ? QUICK_MAX_CYCLES : MAX_CYCLES));
    Requests requests = Requests.during(1, requestsPerSecond);
    while (!warmUp.isOver()) {
      for (Function function : FUNCTIONS) {
        int mirrors = function == Function.NONE ? 0 : lab.plan().mirrors();
        lab.use(function, mirrors);
        for (int run = 0; run < runsEach; run++) {
          warmUp.add(run(quick ? QUICK_EVENTS : WARM_UP_EVENTS, requests));
        }
      }
    }
    lab.use(Function.SIMPLE, lab.plan().mirrors());
    lab.limit();
    note.accept("Warm-up: " + warmUp.text("an event") + ".");
  }

  private double run(int events, Requests requests) throws InterruptedException {
    return lab.execute(lab.positions(WARM_UP_BYTES), events, requests).withCompilersUs();
  }

  /**
   * Returns, by size of an event, how many events take about {@code seconds} under the quotas, with
   * simple mirroring to one mirror.
   *
   * @param quick whether sizes need not be warm
   */
  public Map<Integer, Long> events(int[] sizes, boolean quick, double seconds)
      throws InterruptedException {
    lab.use(Function.SIMPLE, Math.min(1, lab.plan().mirrors()));
    Map<Integer, Long> events = new LinkedHashMap<>();
    for (int bytes : sizes) {
      if (bytes != WARM_UP_BYTES && !quick) {
        warmUp(bytes);
      }
      events.put(bytes, count(lab.positions(bytes), seconds));
    }
    return events;
  }

  /** Events of another size take other ways through buffers, and cost less once these are warm. */
  private void warmUp(int bytes) throws InterruptedException {
    int count = (int) Math.min(WARM_UP_EVENTS, (long) WARM_UP_EVENTS * WARM_UP_BYTES / bytes);
    WarmUp warmUp = new WarmUp(RUNS_EACH, MAX_RUNS_OF_SIZE);
    lab.unlimited();
    while (!warmUp.isOver()) {
      warmUp.add(lab.execute(lab.positions(bytes), count, Requests.NONE).withCompilersUs());
    }
    lab.limit();
  }

  /** Adjusts the number of events until two runs in a row have taken as long as they should. */
  private long count(Positions positions, double seconds) throws InterruptedException {
    long count = CALIBRATION_EVENTS;
    int right = 0;
    for (int run = 0; run < MAX_CALIBRATIONS && right < 2; run++) {
      double taken = lab.execute(positions, count, Requests.NONE).centralSeconds();
      right = Math.abs(taken / seconds - 1) <= TOLERANCE ? right + 1 : 0;
      count = Math.max(1, Math.round(count * seconds / taken));
    }
    return count;
  }
}
