package io.windsock.evaluation.serving;

import io.windsock.evaluation.bench.Bench;
import io.windsock.evaluation.experiment.Experiment;
import io.windsock.evaluation.experiment.Notes;
import io.windsock.evaluation.experiment.Subject;
import io.windsock.evaluation.lab.Lab;
import io.windsock.evaluation.lab.LabUse;
import io.windsock.evaluation.load.Pace;
import io.windsock.evaluation.load.Positions;
import io.windsock.evaluation.load.Sent;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Storms at mirrors, among updates, and at bare servers. One thread owns it. */
final class StormRun implements Experiment.Run {
  static final int MIRRORS = 2;
  static final int EVENT_BYTES = 200;

  /** The keys that have events meanwhile. */
  static final int ACTIVE_KEYS = 20;

  /** How often each of them is mirrored. */
  static final Duration EVERY = Duration.ofSeconds(10);

  static final String MIRROR_SITES = "two mirrors";
  static final String BARE = "two bare servers";
  static final String P50 = "p50Ms";
  static final String P99 = "p99Ms";
  static final String FAILED = "failed";
  static final String BEFORE = "delayBeforeMs";
  static final String DURING = "delayDuringMs";
  static final String AFTER = "delayAfterMs";
  static final String UPDATES = "updates";
  static final String LATE = "latestSendMs";
  static final String CENTRAL = "centralCpus";
  static final String MIRROR = "mirrorCpus";

  private static final long SEED = 2;
  private static final long RAMP_MS = 100;
  private static final Duration AROUND = Duration.ofSeconds(2);

  /** Longer than any storm: 20,000 displays on two processors take most of a minute. */
  private static final Duration LONGEST = Duration.ofMinutes(5);

  private static final double US_PER_SECOND = 1e6;
  private static final double NS_PER_SECOND = 1e9;

  private final Bench bench;
  private final BareServers bare;
  private final double eventsPerSecond;
  private final Notes about;
  private final Positions positions = new Positions(ACTIVE_KEYS, EVENT_BYTES, SEED);

  /**
   * Creates a run.
   *
   * @param bench is closed with it, and so are the bare servers
   * @param eventsPerSecond the events that are sent while displays are at mirrors
   */
  StormRun(Bench bench, BareServers bare, double eventsPerSecond, Notes about) {
    this.bench = bench;
    this.bare = bare;
    this.eventsPerSecond = eventsPerSecond;
    this.about = about;
  }

  @Override
  public Map<String, Double> measure(Subject subject) throws InterruptedException {
    int displays = (int) subject.x();
    boolean bareOnly = subject.setting().equals(BARE);
    List<URI> sites = bareOnly ? bare.urls() : bench.lab().sites().subList(1, 1 + MIRRORS);
    try (StormProcess storm =
        new StormProcess(displays, RAMP_MS, bare.urls().get(0), Positions.VIEW, sites)) {
      return bareOnly ? values(storm.run(), subject) : amongUpdates(storm, subject);
    }
  }

  private Map<String, Double> amongUpdates(StormProcess storm, Subject subject)
      throws InterruptedException {
    Lab lab = bench.lab();
    bench.usesEvents(EVENT_BYTES, eventsPerSecond);
    holdInTurn(lab);
    try (Feeding feeding = new Feeding(lab, positions, eventsPerSecond)) {
      Thread.sleep(AROUND.toMillis());
      lab.takeDelays();
      Thread.sleep(AROUND.toMillis());
      double before = lab.takeDelays().getMean();
      LabUse used = lab.usage();
      long startNs = System.nanoTime();
      Map<String, Double> values = values(storm.run(), subject);
      double seconds = (System.nanoTime() - startNs) / NS_PER_SECOND;
      used = lab.usage().since(used);
      values.put(CENTRAL, used.central().totalUs() / US_PER_SECOND / seconds);
      values.put(MIRROR, used.mirror().cpuUs() / US_PER_SECOND / seconds);
      values.put(BEFORE, before);
      values.put(DURING, lab.takeDelays().getMean());
      Thread.sleep(AROUND.toMillis());
      values.put(AFTER, lab.takeDelays().getMean());
      feeding.check();
      noteIfQuiet(values, subject);
      return values;
    } finally {
      lab.settle();
    }
  }

  /**
   * Sends the first event of each key at a time of its own: what is held for a time from then on is
   * mirrored one key after the other, and not all at once.
   */
  private void holdInTurn(Lab lab) {
    double perSecond = ACTIVE_KEYS / (double) EVERY.toSeconds();
    lab.feed(positions, Pace.constant(perSecond, EVERY)).join();
  }

  private void noteIfQuiet(Map<String, Double> values, Subject subject) {
    if (values.getOrDefault(UPDATES, 0.0) == 0) {
      about.note("A storm of %s: displays received no updates meanwhile.".formatted(subject));
    }
  }

  private Map<String, Double> values(StormResult result, Subject subject) {
    if (!result.errors().isEmpty()) {
      about.note("A storm of %s: %s.".formatted(subject, result.errors()));
    }
    Map<String, Double> values = new LinkedHashMap<>();
    values.put(P50, result.p50Ms());
    values.put(P99, result.p99Ms());
    values.put(FAILED, (double) result.failed());
    values.put(UPDATES, (double) result.updates());
    values.put(LATE, result.latestSendMs());
    return values;
  }

  @Override
  public void close() {
    bare.close();
    bench.close();
  }

  /** Events that are sent until it is closed. */
  private static final class Feeding implements AutoCloseable {
    private final CompletableFuture<Sent> sending;
    private final Lab lab;

    Feeding(Lab lab, Positions positions, double perSecond) {
      this.lab = lab;
      sending = lab.feed(positions, Pace.constant(perSecond, LONGEST));
    }

    void check() {
      if (sending.isDone()) {
        throw new IllegalStateException(
            "the events ended after " + LONGEST.toSeconds() + " s, before the storm");
      }
    }

    @Override
    public void close() {
      lab.stopFeeding();
      sending.join();
    }
  }
}
