package io.windsock.evaluation.mirroring;

import io.windsock.evaluation.bench.Setups;
import io.windsock.evaluation.experiment.Notes;
import io.windsock.evaluation.lab.Lab;
import io.windsock.evaluation.lab.Requests;
import io.windsock.evaluation.load.Httperf;
import io.windsock.evaluation.load.Positions;
import io.windsock.evaluation.load.Sent;
import io.windsock.evaluation.node.NodeUse;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;

/**
 * The load of Figure 9.
 *
 * @param eventsPerSecond the constant rate of events
 * @param eventShare how much of the central node's quota they use
 * @param requestUs processor time of the central node for a request that is made meanwhile, in µs
 * @param requestsPerSecond requests to each site in a burst
 */
record BurstLoad(
    double eventsPerSecond, double eventShare, double requestUs, double requestsPerSecond) {
  /** The share of the rate that the central node sustains at which events are sent. */
  static final double BASE = 0.85;

  /**
   * What is asked of the central node in a burst, as a share of its quota, if it mirrors simply.
   */
  static final double BURST = 1.15;

  private static final int SECONDS = 4;
  private static final double TRIAL_PER_SECOND = 20;
  private static final double US_PER_SECOND = 1e6;

  /** Finds out what events and requests cost the central node, with the function in force. */
  static BurstLoad calibrate(Lab lab, double sustained) throws InterruptedException {
    double events = BASE * sustained;
    use(lab, events, Requests.NONE);
    double alone = use(lab, events, Requests.NONE);
    Requests trial = Requests.during(SECONDS, TRIAL_PER_SECOND);
    double together = use(lab, events, trial);
    double requestUs = Math.max(1, (together - alone) * SECONDS / trial.count());
    double quotaUs = lab.plan().centralCpus() * US_PER_SECOND;
    double share = alone / quotaUs;
    return new BurstLoad(events, share, requestUs, (BURST - share) * quotaUs / requestUs);
  }

  /** Returns the processor time of the central node, in µs a second. */
  private static double use(Lab lab, double eventsPerSecond, Requests requests)
      throws InterruptedException {
    Positions positions = lab.positions(Setups.EVENT_BYTES);
    NodeUse before = lab.centralUse();
    CompletableFuture<Sent> feeding =
        lab.feed(positions, eventsPerSecond, Duration.ofSeconds(SECONDS));
    List<Httperf> callers = lab.call(requests, lab.sites().subList(0, 1));
    try {
      feeding.join();
      return (double) lab.centralUse().since(before).cpuUs() / SECONDS;
    } finally {
      callers.forEach(Httperf::close);
      lab.settle();
    }
  }

  /** Returns the requests of a burst over so many sites. */
  Requests requests(int seconds, int sites) {
    return Requests.during(seconds, requestsPerSecond * sites);
  }

  void describe(Notes about) {
    about.setting("events", String.format(Locale.ROOT, "%,.0f/s", eventsPerSecond));
    about.setting(
        "they use", String.format(Locale.ROOT, "%.0f %% of the central node", 100 * eventShare));
    about.setting(
        "a request costs the central node", String.format(Locale.ROOT, "%,.0f µs", requestUs));
    about.setting(
        "requests in a burst",
        String.format(Locale.ROOT, "%.0f/s at each site", requestsPerSecond));
  }
}
