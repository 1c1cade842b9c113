package io.windsock.evaluation.mirroring;

import io.windsock.evaluation.bench.Bench;
import io.windsock.evaluation.bench.Setups;
import io.windsock.evaluation.experiment.Notes;
import io.windsock.evaluation.experiment.Scale;
import io.windsock.evaluation.lab.Function;
import io.windsock.evaluation.lab.HighestLoad;
import io.windsock.evaluation.lab.Requests;
import java.time.Duration;
import java.util.Locale;

/**
 * The load of Figure 9.
 *
 * @param eventsPerSecond the constant rate of events
 * @param requestsPerSecond requests to each site in a burst
 */
record BurstLoad(double eventsPerSecond, double requestsPerSecond) {
  /** The share of the rate that the central node sustains at which events are sent. */
  static final double EVENTS = 0.85;

  private static final double MS_PER_SECOND = 1e3;
  private static final double FIRST_PER_SECOND = 200;
  private static final double WARM_UP_PER_SECOND = 100;
  private static final int WARM_UP_RUNS = 4;
  private static final double STEP = 1.1;
  private static final double QUICK_STEP = 2;

  /**
   * Finds out what the central node sustains while it mirrors every event, and how many requests
   * more if it mirrors few. A burst is between the two, their geometric mean, so that the mirroring
   * decides.
   */
  static BurstLoad calibrate(Bench bench, int mirrors, Scale scale, Notes about)
      throws InterruptedException {
    Duration length = bench.searchLength(scale);
    double events = EVENTS * bench.sustained(Setups.EVENT_BYTES, mirrors, scale);
    warmUp(bench, events, length);
    double simple = highest(bench, events, FIRST_PER_SECOND, scale, about);
    bench.lab().use(Function.BUSY, mirrors);
    double busy = highest(bench, events, simple, scale, about);
    BurstLoad load = new BurstLoad(events, Math.sqrt(simple * busy));
    about.setting("events", String.format(Locale.ROOT, "%,.0f/s", load.eventsPerSecond));
    about.setting(
        "requests that the central site answers beside them",
        String.format(Locale.ROOT, "%.0f/s with simple, %.0f/s with busy", simple, busy));
    about.setting(
        "requests in a burst",
        String.format(Locale.ROOT, "%.0f/s at each site", load.requestsPerSecond));
    if (load.requestsPerSecond <= simple) {
      about.note("A burst is no more than the central node carries with simple mirroring.");
    }
    return load;
  }

  private static double highest(Bench bench, double events, double first, Scale scale, Notes about)
      throws InterruptedException {
    Duration length = bench.searchLength(scale);
    HighestLoad search =
        new HighestLoad(
            "requests/s",
            scale.quick() ? QUICK_STEP : STEP,
            load -> finishing(bench, events, length, load),
            about::note);
    return scale.quick() ? search.roughly(first) : search.from(first);
  }

  /**
   * The warm-up before asked the mirrors alone; the central site has yet to compile its answers.
   */
  private static void warmUp(Bench bench, double events, Duration length)
      throws InterruptedException {
    bench.lab().unlimited();
    for (int run = 0; run < WARM_UP_RUNS; run++) {
      var unused = finishing(bench, events, length, WARM_UP_PER_SECOND);
    }
    bench.lab().limit();
  }

  private static Duration finishing(
      Bench bench, double eventsPerSecond, Duration length, double requestsPerSecond)
      throws InterruptedException {
    return bench
        .lab()
        .finishing(
            bench.lab().positions(Setups.EVENT_BYTES),
            eventsPerSecond,
            length,
            Requests.during(length.toMillis() / MS_PER_SECOND, requestsPerSecond));
  }

  /** Returns the requests of a burst at the central site and so many mirrors. */
  Requests burst(int seconds, int mirrors) {
    return Requests.during(seconds, requestsPerSecond * (mirrors + 1));
  }
}
