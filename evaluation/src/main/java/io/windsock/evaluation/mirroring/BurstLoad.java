package io.windsock.evaluation.mirroring;

import io.windsock.evaluation.bench.Bench;
import io.windsock.evaluation.bench.FullLoad;
import io.windsock.evaluation.bench.Setups;
import io.windsock.evaluation.experiment.Notes;
import io.windsock.evaluation.experiment.Scale;
import io.windsock.evaluation.lab.Requests;
import java.util.Locale;
import java.util.StringJoiner;

/**
 * The load of Figure 9. While the requests of a burst arrive, a central node that mirrors every
 * event keeps up with a third to a half of full load, and more events than that are sent. Their
 * rate is measured beside those very requests: what a request costs depends on how many there are.
 * One thread owns it.
 */
final class BurstLoad {
  /**
   * The events that are sent, as a multiple of those with which ramps find that the node keeps up
   * in a burst. Mirroring every event costs the node about a quarter more than mirroring a tenth:
   * with a higher multiple, it is overloaded whatever is mirrored.
   */
  static final double OVERLOAD = 1.2;

  /**
   * The events that are sent at most, as a share of full load without requests. What is left has to
   * be enough for what has gathered in a burst, or the node falls behind for good, and chance
   * decides how far.
   */
  static final double MOST = 0.65;

  /** The lowest share of full load that requests should leave for events. */
  private static final double LOWEST_SHARE = 0.33;

  /** With more, the bound on events would leave less than the overload. */
  private static final double HIGHEST_SHARE = MOST / OVERLOAD;

  /** Requests per second at each site with which the search begins. */
  private static final double FIRST_PER_SECOND = 150;

  /**
   * More, at a central site and a mirror, can be more than half of what httperf can ask for: its
   * ceiling was found between 1,488 and 2,307 a second.
   */
  private static final double MAX_PER_SECOND = 370;

  /**
   * Displays ask for boards of their own. Were all requests for one result, a site would encode it
   * once for many of them, and the node could be overloaded only with more requests than httperf
   * makes.
   */
  static final int RESULTS = 50;

  private static final double STEP_UP = 1.25;
  private static final double STEP_DOWN = 0.85;
  private static final int MAX_STEPS = 8;

  /** Steps before a round: each takes three ramps, and what ramps find differs. */
  private static final int MAX_CHANGES = 3;

  private static final double PERCENT = 100;

  private static final int WARM_UP_RUNS = 4;

  private final Bench bench;
  private final int mirrors;
  private final Notes about;
  private final FullLoad full;
  private final StringJoiner all = new StringJoiner("; ");
  private double beside;
  private double requestsPerSecond = FIRST_PER_SECOND;

  private BurstLoad(Bench bench, int mirrors, FullLoad full, Notes about) {
    this.bench = bench;
    this.mirrors = mirrors;
    this.full = full;
    this.about = about;
  }

  /** Finds out which requests make a burst, and with which events the node keeps up beside them. */
  static BurstLoad calibrate(Bench bench, int mirrors, Scale scale, Notes about)
      throws InterruptedException {
    FullLoad full = bench.sustained(Setups.EVENT_BYTES, mirrors, scale);
    BurstLoad load = new BurstLoad(bench, mirrors, full, about);
    load.beside = LOWEST_SHARE * full.perSecond();
    if (!scale.quick()) { // there nothing is warm, and nothing that is found would hold
      load.warmUp();
      load.findRequests();
    }
    return load;
  }

  /** The nodes' warm-up asks the mirrors alone; the central site has yet to compile its answers. */
  private void warmUp() throws InterruptedException {
    bench.lab().unlimited();
    for (int run = 0; run < WARM_UP_RUNS; run++) {
      full.warmUpBeside(requests(full.meanwhile(), FIRST_PER_SECOND));
    }
    bench.lab().limit();
  }

  /** Tries requests until they leave what they should. */
  private void findRequests() throws InterruptedException {
    estimate();
    double next = next(requestsPerSecond, share());
    for (int step = 1; next != requestsPerSecond && step < MAX_STEPS; step++) {
      requestsPerSecond = next;
      estimate();
      next = next(requestsPerSecond, share());
    }
  }

  private void estimate() throws InterruptedException {
    beside = full.estimateBeside(requests(full.meanwhile(), requestsPerSecond), beside);
    tell();
  }

  /**
   * Returns how many requests to try next; as many as before if those leave what they should.
   *
   * @param share the share of full load that they leave for events
   */
  static double next(double requestsPerSecond, double share) {
    if (share > HIGHEST_SHARE) {
      return Math.min(MAX_PER_SECOND, STEP_UP * requestsPerSecond);
    }
    return share < LOWEST_SHARE ? STEP_DOWN * requestsPerSecond : requestsPerSecond;
  }

  private double share() {
    return beside / full.perSecond();
  }

  /**
   * Measures anew what the node keeps up with, without and beside requests. Where the machine has
   * changed so much that these leave more or less than they should, other ones are tried.
   */
  void beginRound() throws InterruptedException {
    full.findAgain();
    findAgain();
    double next = next(requestsPerSecond, share());
    for (int change = 0; next != requestsPerSecond && change < MAX_CHANGES; change++) {
      requestsPerSecond = next;
      findAgain();
      next = next(requestsPerSecond, share());
    }
  }

  private void findAgain() throws InterruptedException {
    beside = full.beside(requests(full.meanwhile(), requestsPerSecond), beside);
    tell();
  }

  private void tell() {
    all.add(
        String.format(
            Locale.ROOT,
            "%,.0f/s (%.0f %% of full load) beside %.0f requests/s at each site",
            beside,
            PERCENT * share(),
            requestsPerSecond));
    about.setting(
        "events that simple mirroring keeps up with in a burst",
        all + ": of one ramp each before the rounds, then medians of three, in this order");
  }

  /** Returns the constant rate of events. */
  double eventsPerSecond() {
    return events(beside, full.perSecond());
  }

  /** Returns the rate of events for what the node keeps up with beside and without requests. */
  static double events(double beside, double full) {
    return Math.min(OVERLOAD * beside, MOST * full);
  }

  /** Returns the events that are sent, as a multiple of what the node keeps up with in a burst. */
  double overload() {
    return eventsPerSecond() / beside;
  }

  /** Returns the requests per second to each site in a burst. */
  double requestsPerSecond() {
    return requestsPerSecond;
  }

  /** Returns the requests of a burst at the central site and the mirrors. */
  Requests burst(int seconds) {
    return requests(seconds, requestsPerSecond);
  }

  private Requests requests(double seconds, double perSecondAtEach) {
    return Requests.during(seconds, perSecondAtEach * (mirrors + 1)).ofDifferent(RESULTS);
  }
}
