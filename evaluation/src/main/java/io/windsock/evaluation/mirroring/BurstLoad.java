package io.windsock.evaluation.mirroring;

import io.windsock.evaluation.bench.Bench;
import io.windsock.evaluation.bench.FullLoad;
import io.windsock.evaluation.bench.RecentMedian;
import io.windsock.evaluation.bench.Setups;
import io.windsock.evaluation.experiment.Notes;
import io.windsock.evaluation.experiment.Scale;
import io.windsock.evaluation.lab.Function;
import io.windsock.evaluation.lab.Requests;
import java.util.Locale;

/**
 * The load of Figure 9: together, the events and the requests of a burst need more processor time
 * than the central node has while it mirrors every event. What a request needs is measured in
 * events, under that very load, because it depends on how many there are, and on the machine at the
 * moment. One thread owns it.
 */
final class BurstLoad {
  /** The share of full load at which events are sent. */
  static final double EVENTS = 0.7;

  /** The share of full load that the central node keeps up with beside the requests of a burst. */
  static final double BESIDE = 0.6;

  /** Requests per second at each site with which the measurements begin. */
  private static final double FIRST_PER_SECOND = 200;

  /** The largest factor between two rates, because a single measurement may be disturbed. */
  private static final double MAX_STEP = 2;

  private static final int WARM_UP_RUNS = 4;

  private final Bench bench;
  private final int mirrors;
  private final Notes about;
  private final FullLoad full;
  private final RecentMedian eventsOfRequest = new RecentMedian();
  private double requestsPerSecond = FIRST_PER_SECOND;
  private double lowest = Double.MAX_VALUE;
  private double highest;

  private BurstLoad(Bench bench, int mirrors, FullLoad full, Notes about) {
    this.bench = bench;
    this.mirrors = mirrors;
    this.full = full;
    this.about = about;
  }

  /** Finds out with which events, and which requests beside them, the central node keeps up. */
  static BurstLoad calibrate(Bench bench, int mirrors, Scale scale, Notes about)
      throws InterruptedException {
    FullLoad full = bench.sustained(Setups.EVENT_BYTES, mirrors, scale);
    BurstLoad load = new BurstLoad(bench, mirrors, full, about);
    if (!scale.quick()) {
      load.warmUp();
      for (int i = 0; i < RecentMedian.COUNT; i++) {
        load.measureRequests();
      }
    }
    return load;
  }

  /**
   * The warm-up before asked the mirrors alone; the central site has yet to compile its answers.
   */
  private void warmUp() throws InterruptedException {
    bench.lab().unlimited();
    for (int run = 0; run < WARM_UP_RUNS; run++) {
      full.warmUpBeside(FIRST_PER_SECOND);
    }
    bench.lab().limit();
  }

  /** Measures both again; simple mirroring is then in force. */
  void findAgain() throws InterruptedException {
    full.findAgain();
    measureRequests();
    lowest = Math.min(lowest, requestsPerSecond);
    highest = Math.max(highest, requestsPerSecond);
    about.setting(
        "requests in a burst",
        String.format(Locale.ROOT, "%.0f to %.0f/s at each site", lowest, highest));
  }

  private void measureRequests() throws InterruptedException {
    bench.lab().use(Function.SIMPLE, mirrors);
    double taken = full.perSecond() - full.beside(requestsPerSecond);
    eventsOfRequest.add(taken / requestsPerSecond);
    double wanted = (1 - BESIDE) * full.perSecond() / eventsOfRequest.value();
    requestsPerSecond = wanted <= 0 ? most() : Math.min(most(), Math.max(least(), wanted));
  }

  private double most() {
    return requestsPerSecond * MAX_STEP;
  }

  private double least() {
    return requestsPerSecond / MAX_STEP;
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
