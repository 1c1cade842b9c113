package io.windsock.evaluation.bench;

import io.windsock.evaluation.ceiling.Generator;
import io.windsock.evaluation.ceiling.MeasuredCeilings.Load;
import io.windsock.evaluation.data.Spread;
import io.windsock.evaluation.experiment.Notes;
import io.windsock.evaluation.experiment.Scale;
import io.windsock.evaluation.lab.Execution;
import io.windsock.evaluation.lab.Function;
import io.windsock.evaluation.lab.Lab;
import io.windsock.evaluation.lab.Requests;
import io.windsock.evaluation.lab.WarmUp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A warm laboratory with one sequence of events for each size, the same for all settings of an
 * experiment. One thread owns it.
 */
public final class Bench implements AutoCloseable {
  /** Time until the central site had sent the last update, in seconds. */
  public static final String CENTRAL_SECONDS = "centralSeconds";

  /** Time until, besides, mirrors and requests were done, in seconds. */
  public static final String SECONDS = "seconds";

  /** Processor time of the central node per event, in µs. */
  public static final String CENTRAL_US = "centralUs";

  /** The broker's part of that. */
  public static final String BROKER_US = "brokerUs";

  /** The topology's part. */
  public static final String TOPOLOGY_US = "topologyUs";

  /** The central site's part. */
  public static final String SITE_US = "siteUs";

  /** Share of periods in which the central node used up its quota. */
  public static final String THROTTLED = "centralThrottled";

  /** Requests that were answered. */
  public static final String ANSWERED = "answered";

  /** Requests that were not. */
  public static final String FAILED = "failed";

  /** Runs at a constant rate before the first measurement whose medians are compared. */
  private static final int WARM_UP_WINDOW = 6;

  private static final int MAX_WARM_UP_RUNS = 36;
  private static final Duration WARM_UP_RUN = Duration.ofSeconds(4);

  /** How long a ramp takes, to its end, that finds what the node keeps up with. */
  private static final double RAMP_SECONDS = 20;

  private static final double QUICK_RAMP_SECONDS = 3;
  private static final double PERCENT = 100;

  private final Lab lab;
  private final Notes about;
  private final Map<Integer, Long> counts;
  private final Consumer<Lab> done;
  private final List<Double> lengths = new ArrayList<>();
  private final List<Double> updates = new ArrayList<>();
  private final List<Double> compilers = new ArrayList<>();

  /**
   * Creates a bench.
   *
   * @param counts the events of a sequence, by size
   * @param done takes the laboratory when the bench is closed
   */
  Bench(Lab lab, Notes about, Map<Integer, Long> counts, Consumer<Lab> done) {
    this.lab = lab;
    this.about = about;
    this.counts = counts;
    this.done = done;
  }

  /** Executes the sequence of a size. */
  public Map<String, Double> sequence(Function function, int mirrors, int bytes, Requests requests)
      throws InterruptedException {
    lab.use(function, mirrors);
    long before = lab.client().received();
    Execution execution = lab.execute(lab.positions(bytes), count(bytes), requests);
    long received = lab.client().awaitReceived(before + execution.events()) - before;
    long updates = Math.min(received, execution.events()); // those that end a sequence do not count
    double perSecond = execution.events() / execution.centralSeconds();
    took(execution.centralSeconds());
    compiled(PERCENT * execution.compilersShare());
    received(PERCENT * updates / execution.events());
    usesEvents(bytes, perSecond);
    usesRequests(bytes, requests.perSecond());
    Map<String, Double> values = new LinkedHashMap<>();
    values.put(CENTRAL_SECONDS, execution.centralSeconds());
    values.put(SECONDS, execution.seconds());
    values.put(CENTRAL_US, execution.centralUs());
    double events = execution.events();
    values.put(BROKER_US, execution.processes().brokerUs() / events);
    values.put(TOPOLOGY_US, execution.processes().topologyUs() / events);
    values.put(SITE_US, execution.processes().siteUs() / events);
    values.put(THROTTLED, execution.central().throttledShare());
    if (requests.count() > 0) {
      values.put(ANSWERED, (double) execution.answered());
      values.put(FAILED, (double) execution.failed());
    }
    return values;
  }

  /**
   * Notes how long a sequence took. Far less than was planned means that the machine has become
   * faster since the sequences were made: then their beginnings and ends weigh too much.
   */
  private void took(double seconds) {
    note("sequences took", lengths, seconds, "%.1f to %.1f s, %.1f in the median");
  }

  /** Notes how much compilers used, in percent of what the central node did. */
  private void compiled(double percent) {
    note(
        "compilers, beside the central node's quota",
        compilers,
        percent,
        "%.1f to %.1f %% of the node's processor time in sequences, %.1f in the median");
  }

  /** Notes how many of a sequence's events the regular client got an update for, in percent. */
  private void received(double percent) {
    note(
        "updates that the regular client received",
        updates,
        percent,
        "%.1f to %.1f %% of a sequence's events, %.1f in the median");
  }

  private void note(String what, List<Double> values, double latest, String format) {
    values.add(latest);
    Spread all = Spread.of(values);
    about.setting(what, String.format(Locale.ROOT, format, all.low(), all.high(), all.median()));
  }

  /** What an experiment prepares on a bench. */
  public interface Preparing<T> {
    /** Returns what it prepared. */
    T on(Bench bench) throws InterruptedException;
  }

  /**
   * Returns what is prepared on this bench, which is closed if that fails: the nodes of a bench
   * that nobody closes would disturb all experiments after it.
   */
  public <T> T prepare(Preparing<T> preparing) throws InterruptedException {
    try {
      return preparing.on(this);
    } catch (RuntimeException | InterruptedException e) {
      close();
      throw e;
    }
  }

  /** Estimates what the central node keeps up with under simple mirroring, then in force. */
  public FullLoad sustained(int bytes, int mirrors, Scale scale) throws InterruptedException {
    lab.use(Function.SIMPLE, mirrors);
    double first = count(bytes) / scale.runSeconds();
    if (!scale.quick()) {
      warmUp(bytes, first);
    }
    double seconds = scale.quick() ? QUICK_RAMP_SECONDS : RAMP_SECONDS;
    FullLoad full = new FullLoad(lab, mirrors, lab.positions(bytes), seconds, scale.quick(), about);
    full.estimate(first);
    return full;
  }

  /**
   * Sequences are sent at once, and the node works in other batches at a constant rate, at which
   * the measured runs send. Hence runs at one, without quotas, until they cost no less processor
   * time than those before.
   */
  private void warmUp(int bytes, double perSecond) throws InterruptedException {
    lab.unlimited();
    double events = perSecond * WARM_UP_RUN.toSeconds();
    WarmUp warmUp = new WarmUp(WARM_UP_WINDOW, MAX_WARM_UP_RUNS);
    while (!warmUp.isOver()) {
      long beforeUs = lab.centralWithCompilersUs();
      var unused = lab.follow(lab.positions(bytes), perSecond, WARM_UP_RUN);
      warmUp.add((lab.centralWithCompilersUs() - beforeUs) / events);
    }
    lab.limit();
    about.note(
        String.format(
            Locale.ROOT,
            "Warm-up at a constant rate, %,.0f/s: %s.",
            perSecond,
            warmUp.text("an event")));
  }

  /** Notes that the feed sent, and the regular client read, at this rate. */
  public void usesEvents(int bytes, double perSecond) {
    about.used(new Load(Generator.FEED, bytes), perSecond);
    about.used(new Load(Generator.CLIENT, bytes), perSecond);
  }

  /**
   * Notes that initial state was requested at this rate, by all processes of httperf together,
   * which share the processors that its ceiling was measured with; 0: it was not.
   */
  public void usesRequests(int bytes, double perSecond) {
    if (perSecond > 0) {
      about.used(new Load(Generator.HTTPERF, bytes * lab.plan().keys()), perSecond);
    }
  }

  private long count(int bytes) {
    Long count = counts.get(bytes);
    if (count == null) {
      throw new IllegalArgumentException("no sequence has events of " + bytes + " bytes");
    }
    return count;
  }

  /** Returns the laboratory. */
  public Lab lab() {
    return lab;
  }

  @Override
  public void close() {
    done.accept(lab);
  }
}
