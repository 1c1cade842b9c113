package io.windsock.evaluation.mirroring;

import io.windsock.evaluation.bench.Bench;
import io.windsock.evaluation.bench.FullLoad;
import io.windsock.evaluation.bench.Setups;
import io.windsock.evaluation.experiment.Notes;
import io.windsock.evaluation.experiment.Scale;
import io.windsock.evaluation.lab.Requests;
import java.util.Locale;

/**
 * The load of Figure 9: together, the events and the requests of a burst need more processor time
 * than the central node has while it mirrors every event. What a request needs is measured in
 * events, under that very load, because it depends on how many there are, and on the machine at the
 * moment. One thread owns it.
 */
final class BurstLoad {
  /** The share of the rate that the central node sustains at which events are sent. */
  static final double EVENTS = 0.9;

  /** The share of that rate that it sustains beside the requests of a burst. */
  static final double BESIDE = 0.75;

  /** Requests per second at each site with which warm-up and search begin. */
  private static final double FIRST_PER_SECOND = 100;

  private static final int WARM_UP_RUNS = 4;

  private final int mirrors;
  private final Notes about;
  private final FullLoad full;
  private final TakingRate search;
  private double requestsPerSecond = FIRST_PER_SECOND;
  private double lowest = Double.MAX_VALUE;
  private double highest;

  private BurstLoad(int mirrors, FullLoad full, Notes about) {
    this.mirrors = mirrors;
    this.full = full;
    this.about = about;
    search =
        new TakingRate(
            1 - BESIDE, perSecond -> 1 - full.shareBeside(perSecond), this::remainsUncertain);
  }

  private void remainsUncertain(double taken) {
    about.note(
        String.format(
            Locale.ROOT,
            "Requests that take %.0f %% of the events' place were not found; some that took %.0f %%"
                + " were taken for them.",
            100 * (1 - BESIDE),
            100 * taken));
  }

  /** Finds out which events, and which requests beside them, the central node sustains. */
  static BurstLoad calibrate(Bench bench, int mirrors, Scale scale, Notes about)
      throws InterruptedException {
    FullLoad full = bench.sustained(Setups.EVENT_BYTES, mirrors, scale);
    BurstLoad load = new BurstLoad(mirrors, full, about);
    if (!scale.quick()) {
      bench.lab().unlimited();
      load.warmUp();
      bench.lab().limit();
    }
    return load;
  }

  /**
   * The warm-up before asked the mirrors alone; the central site has yet to compile its answers.
   */
  private void warmUp() throws InterruptedException {
    for (int run = 0; run < WARM_UP_RUNS; run++) {
      var unused = full.shareBeside(FIRST_PER_SECOND);
    }
  }

  /** Finds both out again; simple mirroring is then in force. */
  void findAgain() throws InterruptedException {
    full.findAgain();
    requestsPerSecond = search.from(requestsPerSecond);
    lowest = Math.min(lowest, requestsPerSecond);
    highest = Math.max(highest, requestsPerSecond);
    about.setting(
        "requests in a burst",
        String.format(Locale.ROOT, "%.0f to %.0f/s at each site", lowest, highest));
  }

  /** Returns the constant rate of events. */
  double eventsPerSecond() {
    return EVENTS * full.perSecond();
  }

  /** Returns the requests per second to each site in a burst. */
  double requestsPerSecond() {
    return requestsPerSecond;
  }

  /** Returns the requests of a burst at the central site and the mirrors. */
  Requests burst(int seconds) {
    return Requests.during(seconds, requestsPerSecond() * (mirrors + 1));
  }
}
