package io.windsock.evaluation.mirroring;

import io.windsock.evaluation.bench.Bench;
import io.windsock.evaluation.bench.FullLoad;
import io.windsock.evaluation.bench.Setups;
import io.windsock.evaluation.experiment.Notes;
import io.windsock.evaluation.experiment.Scale;
import io.windsock.evaluation.lab.Function;
import io.windsock.evaluation.lab.HighestLoad;
import io.windsock.evaluation.lab.Requests;
import java.time.Duration;
import java.util.Locale;

/**
 * The load of Figure 9: together, the events and the requests of a burst need more processor time
 * than the central node has while it mirrors every event. Both are multiples of what the node was
 * found to sustain, because the processor time of an answer depends on how many there are, and on
 * the machine at the moment. One thread owns it.
 */
final class BurstLoad {
  /** The share of the rate that the central node sustains at which events are sent. */
  static final double EVENTS = 0.9;

  /**
   * How many times the requests of a burst are those that the central node sustains beside the
   * events: these take the tenth of its time that the events leave, so a burst should be 15 % too
   * much.
   */
  static final double REQUESTS = 2.5;

  /** Requests per second with which warm-up and search begin. */
  private static final double FIRST_PER_SECOND = 100;

  /** The factor between two rates of requests. */
  private static final double STEP = 1.25;

  private static final int WARM_UP_RUNS = 4;
  private static final double MS_PER_SECOND = 1e3;

  private final Bench bench;
  private final int mirrors;
  private final Notes about;
  private final FullLoad full;
  private final HighestLoad search;
  private double sustained = FIRST_PER_SECOND;
  private double lowest = Double.MAX_VALUE;
  private double highest;

  private BurstLoad(Bench bench, int mirrors, FullLoad full, Duration length, Notes about) {
    this.bench = bench;
    this.mirrors = mirrors;
    this.full = full;
    this.about = about;
    search =
        new HighestLoad("requests/s", STEP, perSecond -> finishing(length, perSecond), about::note);
  }

  /** Finds out which events, and which requests beside them, the central node sustains. */
  static BurstLoad calibrate(Bench bench, int mirrors, Scale scale, Notes about)
      throws InterruptedException {
    Duration length = bench.searchLength(scale);
    FullLoad full = bench.sustained(Setups.EVENT_BYTES, mirrors, scale);
    BurstLoad load = new BurstLoad(bench, mirrors, full, length, about);
    bench.lab().unlimited();
    load.warmUp(length);
    bench.lab().limit();
    if (!scale.quick()) {
      load.found(load.search.from(FIRST_PER_SECOND));
    }
    return load;
  }

  /**
   * The warm-up before asked the mirrors alone; the central site has yet to compile its answers.
   */
  private void warmUp(Duration length) throws InterruptedException {
    for (int run = 0; run < WARM_UP_RUNS; run++) {
      var unused = finishing(length, FIRST_PER_SECOND);
    }
  }

  /** Sends the events, and so many requests to the central site, as long as a trial takes. */
  private Duration finishing(Duration length, double requestsPerSecond)
      throws InterruptedException {
    Requests requests = Requests.during(length.toMillis() / MS_PER_SECOND, requestsPerSecond);
    return bench
        .lab()
        .finishing(bench.lab().positions(Setups.EVENT_BYTES), eventsPerSecond(), length, requests);
  }

  /** Finds both out again; simple mirroring is then in force. */
  void findAgain() throws InterruptedException {
    full.findAgain();
    bench.lab().use(Function.SIMPLE, mirrors);
    found(search.roughly(sustained));
  }

  private void found(double perSecond) {
    sustained = perSecond;
    lowest = Math.min(lowest, requestsPerSecond());
    highest = Math.max(highest, requestsPerSecond());
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
    return REQUESTS * sustained;
  }

  /** Returns the requests of a burst at the central site and the mirrors. */
  Requests burst(int seconds) {
    return Requests.during(seconds, requestsPerSecond() * (mirrors + 1));
  }
}
