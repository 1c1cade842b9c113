package io.windsock.evaluation.scale;

import io.windsock.evaluation.capacity.Quantity;
import io.windsock.evaluation.ceiling.Generator;
import io.windsock.evaluation.ceiling.MeasuredCeilings.Load;
import io.windsock.evaluation.experiment.Notes;
import io.windsock.evaluation.experiment.Scale;
import io.windsock.evaluation.lab.Function;
import io.windsock.evaluation.lab.Lab;
import io.windsock.evaluation.lab.LabPlan;
import io.windsock.evaluation.lab.LabUse;
import io.windsock.evaluation.lab.Requests;
import io.windsock.evaluation.lab.WarmUp;
import io.windsock.evaluation.load.Displays;
import io.windsock.evaluation.load.Pace;
import io.windsock.evaluation.load.Positions;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A laboratory without quotas whose first mirror is measured. It is warmed up and holds the whole
 * state when it is opened. One thread owns it.
 */
final class ScaleLab implements AutoCloseable {
  /** The size of an event where size is not what varies. */
  static final int EVENT_BYTES = 200;

  /** Runs whose medians are compared to see whether costs are flat. */
  private static final int WARM_UP_WINDOW = 20;

  private static final int QUICK_WARM_UP_WINDOW = 2;
  private static final int MAX_WARM_UP_RUNS = 160;
  private static final int WARM_UP_DISPLAYS = 5;

  /** With more keys, displays would fetch more initial state than is worthwhile. */
  private static final int MAX_KEYS_OF_DISPLAYS = 10_000;

  private static final double WARM_UP_REQUESTS = 40;
  private static final int WARM_UP_ROWS = 200;

  /**
   * Fewer bytes of updates than the central site holds for its regular client before it cuts it.
   */
  private static final int BURST_EVENTS = 5_000;

  /** How long the last updates, which the mirror has sent, may take to be read by displays. */
  private static final long DRAIN_MS = 100;

  /** Size of an event that ends a run; few events in a run make it count. */
  private static final double END_BYTES = 13;

  /** Keys that bursts create; a larger state is completed at a constant rate, which is faster. */
  private static final int BURST_KEYS = 100_000;

  /** Rate at which a large state is completed, events per second, and for how long at a time. */
  private static final double FILL_RATE = 20_000;

  private static final double FILL_SECONDS = 10;

  /** A mirror that uses less processor time in each of so many seconds has no work left, µs. */
  private static final long IDLE_US = 100_000;

  private static final int IDLE_SECONDS = 3;
  private static final int MAX_REST = 120;
  private static final double NS_PER_SECOND = 1e9;
  private static final double BYTES_PER_KB = 1e3;
  private static final double MS_PER_SECOND = 1e3;

  private final Lab lab;
  private final Scale scale;
  private final Notes about;

  private ScaleLab(Lab lab, Scale scale, Notes about) {
    this.lab = lab;
    this.scale = scale;
    this.about = about;
  }

  static ScaleLab open(LabPlan plan, Scale scale, Notes about)
      throws IOException, InterruptedException {
    Lab lab = Lab.start(plan.withQuick(scale.quick()), false);
    try {
      lab.use(Function.SIMPLE, plan.mirrors());
      ScaleLab opened = new ScaleLab(lab, scale, about);
      opened.fill();
      opened.warmUp();
      opened.rest();
      return opened;
    } catch (RuntimeException | InterruptedException e) {
      lab.close();
      throw e;
    }
  }

  /** Sends an event of each key. */
  private void fill() throws InterruptedException {
    long keys = lab.plan().keys();
    long sent = 0;
    for (; sent < Math.min(keys, BURST_KEYS); sent += BURST_EVENTS) {
      burst();
    }
    if (sent < keys) {
      lab.leaveClient();
    }
    while (sent < keys) {
      double seconds = Math.min(FILL_SECONDS, (keys - sent) / FILL_RATE);
      Pace pace = new Pace(FILL_RATE, FILL_RATE, seconds);
      sent += lab.feed(lab.positions(EVENT_BYTES), pace).join().events();
      lab.settle();
    }
  }

  private void burst() throws InterruptedException {
    var unused = lab.execute(lab.positions(EVENT_BYTES), BURST_EVENTS, Requests.NONE);
  }

  /**
   * Sends bursts, with displays and requests, until they cost no less processor time than those
   * before. The loads that are measured are so low that compilers would otherwise still work on
   * them hours later.
   */
  private void warmUp() throws InterruptedException {
    int window = scale.quick() ? QUICK_WARM_UP_WINDOW : WARM_UP_WINDOW;
    WarmUp warmUp = new WarmUp(window, scale.quick() ? 2 * window : MAX_WARM_UP_RUNS);
    int keys = lab.plan().keys();
    URI mirror = lab.sites().get(1);
    try (Displays displays =
            new Displays(mirror, keys > MAX_KEYS_OF_DISPLAYS ? 0 : WARM_UP_DISPLAYS);
        Asker asker = new Asker(mirror, WARM_UP_REQUESTS, Math.min(keys, WARM_UP_ROWS))) {
      while (!warmUp.isOver()) {
        double beforeUs = usedUs();
        burst();
        warmUp.add((usedUs() - beforeUs) / BURST_EVENTS);
      }
      asker.finish();
      var unused = displays.counts(); // fails if a display lost its stream
    }
    about.note(
        "Warm-up with %,d keys and %s: %s.".formatted(keys, partitions(), warmUp.text("an event")));
  }

  /**
   * Waits until the mirror has little left to do: after many events its database still compacts,
   * which would count as the cost of the loads that are measured first.
   */
  private void rest() throws InterruptedException {
    int idle = 0;
    int seconds = 0;
    for (; idle < IDLE_SECONDS && seconds < (scale.quick() ? IDLE_SECONDS : MAX_REST); seconds++) {
      long beforeUs = lab.usage().mirror().cpuUs();
      Thread.sleep(Duration.ofSeconds(1).toMillis());
      idle = lab.usage().mirror().cpuUs() - beforeUs < IDLE_US ? idle + 1 : 0;
    }
    about.note(
        "With %,d keys and %s, the mirror %s %d s after the warm-up."
            .formatted(
                lab.plan().keys(),
                partitions(),
                idle < IDLE_SECONDS ? "still had work" : "had no work left",
                seconds));
  }

  private String partitions() {
    int partitions = lab.plan().partitions();
    return partitions == 1 ? "one partition" : partitions + " partitions";
  }

  /** Returns the processor time of the central node and the first mirror, in µs. */
  private double usedUs() {
    LabUse use = lab.usage();
    return use.central().totalUs() + use.mirror().cpuUs();
  }

  /** Runs a load once; returns the amounts of work per second and what they cost. */
  Map<String, Double> measure(Step step) throws InterruptedException {
    lab.use(step.function(), step.mirrors());
    URI mirror = lab.sites().get(1);
    try (Displays displays = new Displays(mirror, step.displays());
        Asker asker = new Asker(mirror, step.requestsPerSecond(), step.rows())) {
      Displays.Counts countsBefore = displays.counts();
      LabUse useBefore = lab.usage();
      long startNs = System.nanoTime();
      long events = send(step);
      asker.finish();
      lab.finish();
      Thread.sleep(DRAIN_MS);
      LabUse use = lab.usage().since(useBefore);
      double seconds = (System.nanoTime() - startNs) / NS_PER_SECOND;
      Displays.Counts counts = displays.counts().since(countsBefore);
      if (step.displays() > 0 && step.eventsPerSecond() > 0) {
        about.used(new Load(Generator.DISPLAYS, step.eventBytes()), counts.updates() / seconds);
      }
      lab.tidy(); // a mirror that is paused now reads the run, which is no cost of one that works
      return values(step, new Outcome(seconds, events, use, counts, asker));
    }
  }

  /** Sends the events; returns how many, those that end the run among them. */
  private long send(Step step) throws InterruptedException {
    Duration duration = Duration.ofMillis(Math.round(scale.runSeconds() * MS_PER_SECOND));
    if (step.eventsPerSecond() == 0) {
      Thread.sleep(duration.toMillis());
      return lab.plan().partitions();
    }
    Positions positions = lab.positions(step.eventBytes());
    about.used(new Load(Generator.FEED, step.eventBytes()), step.eventsPerSecond());
    long sent =
        lab.feed(positions, Pace.constant(step.eventsPerSecond(), duration)).join().events();
    return sent + lab.plan().partitions();
  }

  /** What happened during a run. */
  private record Outcome(
      double seconds, long events, LabUse use, Displays.Counts counts, Asker asker) {}

  private Map<String, Double> values(Step step, Outcome run) {
    double ends = lab.plan().partitions();
    double meanBytes =
        ((run.events() - ends) * step.eventBytes() + ends * END_BYTES) / run.events();
    double eventKb = meanBytes / BYTES_PER_KB;
    double events = run.events() / run.seconds();
    double mirrored = step.mirrors() == 0 ? 0 : events;
    double updates = run.counts().updates() / run.seconds();
    double displayKb = run.counts().bytes() / BYTES_PER_KB / run.seconds();
    double stateKb = run.asker().bytes() / BYTES_PER_KB / run.seconds();
    Map<String, Double> values = new LinkedHashMap<>();
    values.put(Quantity.PARTITIONS.text(), (double) lab.plan().partitions());
    values.put(Quantity.EVENTS.text(), events);
    values.put(Quantity.EVENT_KB.text(), events * eventKb);
    values.put(Quantity.MIRRORED.text(), mirrored);
    values.put(Quantity.COPIES.text(), mirrored * step.mirrors());
    values.put(Quantity.UPDATES.text(), updates);
    values.put(Quantity.UPDATE_KB.text(), updates * eventKb);
    values.put(Quantity.MESSAGES.text(), run.counts().messages() / run.seconds());
    values.put(Quantity.SENT_KB.text(), displayKb + stateKb);
    values.put(Quantity.REQUESTS.text(), run.asker().requests() / run.seconds());
    values.put(Quantity.ENCODED_KB.text(), step.encodes() ? stateKb : 0);
    values.put(Quantity.KEYS.text(), (double) lab.plan().keys());
    values.put(Quantity.DISPLAYS.text(), (double) step.displays());
    values.put(Measures.MIRRORS, (double) step.mirrors());
    values.put(Measures.DISPLAY_KB, displayKb);
    values.put(Measures.SITE_US, run.use().mirror().cpuUs() / run.seconds());
    values.put(Measures.SITE_BYTES, (double) run.use().mirrorBytes());
    values.put(Measures.BROKER_US, run.use().central().brokerUs() / run.seconds());
    values.put(Measures.TOPOLOGY_US, run.use().central().topologyUs() / run.seconds());
    return values;
  }

  @Override
  public void close() {
    lab.close();
  }
}
