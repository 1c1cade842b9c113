package io.windsock.evaluation.serving;

import io.windsock.evaluation.bench.Bench;
import io.windsock.evaluation.bench.Benches;
import io.windsock.evaluation.bench.Setups;
import io.windsock.evaluation.data.Spread;
import io.windsock.evaluation.data.Table;
import io.windsock.evaluation.experiment.Comparison;
import io.windsock.evaluation.experiment.Experiment;
import io.windsock.evaluation.experiment.Notes;
import io.windsock.evaluation.experiment.Outcome;
import io.windsock.evaluation.experiment.Scale;
import io.windsock.evaluation.experiment.Subject;
import io.windsock.evaluation.lab.Function;
import io.windsock.evaluation.lab.Lab;
import io.windsock.evaluation.lab.LabPlan;
import io.windsock.evaluation.lab.LabUse;
import io.windsock.evaluation.load.Pace;
import io.windsock.evaluation.load.Positions;
import io.windsock.evaluation.load.Sent;
import io.windsock.evaluation.node.Node;
import io.windsock.evaluation.plot.AxisScale;
import io.windsock.evaluation.plot.Chart;
import io.windsock.evaluation.report.Finding;
import io.windsock.evaluation.report.Grid;
import io.windsock.testbed.process.ChildProcess;
import io.windsock.testbed.storm.StaticStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Storms of displays that all ask for initial state at once, at mirrors and at a bare server. */
public final class Storms implements Experiment {
  private static final int[] DISPLAYS = {1_000, 5_000, 20_000};
  private static final int[] QUICK_DISPLAYS = {100, 500};
  private static final int MIRRORS = 2;
  private static final int EVENT_BYTES = 200;

  /** The keys that have events meanwhile. */
  private static final int ACTIVE_KEYS = 20;

  /** How often each of them is mirrored. */
  private static final Duration EVERY = Duration.ofSeconds(10);

  private static final long SEED = 2;
  private static final int[] SIZES = {EVENT_BYTES};

  /** The events sent meanwhile, as a share of full load. */
  private static final double LOAD = 0.5;

  private static final long RAMP_MS = 100;
  private static final Duration AROUND = Duration.ofSeconds(2);

  /** Longer than any storm: 20,000 displays on two processors take most of a minute. */
  private static final Duration LONGEST = Duration.ofMinutes(5);

  private static final String MIRROR_SITES = "two mirrors";
  private static final String BARE = "two bare servers";

  /** The name in the data of earlier builds, which had one. */
  private static final String ONE_BARE = "a bare server";

  private static final String P50 = "p50Ms";
  private static final String P99 = "p99Ms";
  private static final String FAILED = "failed";
  private static final String BEFORE = "delayBeforeMs";
  private static final String DURING = "delayDuringMs";
  private static final String AFTER = "delayAfterMs";
  private static final String UPDATES = "updates";
  private static final String LATE = "latestSendMs";
  private static final String CENTRAL = "centralCpus";
  private static final String MIRROR = "mirrorCpus";

  /** With less, in percent more than the bare servers, the mirrors are not the limit. */
  private static final double MUCH_SLOWER = 25;

  private static final double US_PER_SECOND = 1e6;
  private static final double NS_PER_SECOND = 1e9;

  private final Benches benches;

  /** Creates it; its bench comes from {@code benches}. */
  public Storms(Benches benches) {
    this.benches = benches;
  }

  /** The numbers of displays; the largest is less where a process may not open so many files. */
  private static int[] displays(Scale scale) {
    if (scale.quick()) {
      return QUICK_DISPLAYS;
    }
    int most = mostDisplays();
    return Arrays.stream(DISPLAYS).map(displays -> Math.min(displays, most)).distinct().toArray();
  }

  @Override
  public String missing() {
    return missing(mostDisplays());
  }

  /** Says what is missing where a process may have so many displays. */
  static String missing(int most) {
    int least = QUICK_DISPLAYS[QUICK_DISPLAYS.length - 1];
    return most >= least
        ? ""
        : "a process may not open enough files for %d displays: raise the limit (ulimit -n 40000)"
            .formatted(least);
  }

  private static int mostDisplays() {
    try {
      return StormProcess.mostDisplays();
    } catch (IOException e) {
      throw new UncheckedIOException("the limit on open files", e);
    }
  }

  @Override
  public Description description() {
    return new Description(
        "storm",
        "Storms of displays",
        "How soon do all displays have their initial state after a power failure, and do regular"
            + " clients notice?",
        "",
        List.of(
            Setups.CENTRAL,
            "Two mirrors without a quota serve 200 rows of 200 bytes and more. Displays regain power"
                + " within 100 ms and each opens a connection, gets its initial state and stays.",
            "Meanwhile events of %d keys are sent at half of full load. Of each of these keys, the most recent"
                    .formatted(ACTIVE_KEYS)
                + " position is mirrored every %d s, one key after the other, so that a display gets some"
                    .formatted(EVERY.toSeconds())
                + " two updates a second. The update"
                + " delay of a regular client of the central site is measured for 2 s before the"
                + " storm, until the last display is served, and for 2 s after.",
            "The bare servers, as many as mirrors, answer with as many bytes and do nothing else; no"
                + " events are sent then. Each of them and each mirror weighs ten times as much as the"
                + " displays, which are one process, where processors are short. Where the bare servers"
                + " are not much faster than the mirrors, the displays' process or the machine is the"
                + " limit, and not the mirrors."),
        List.of());
  }

  @Override
  public String time() {
    return "16 min";
  }

  /** Mirrors and bare servers differ however events are mirrored. */
  @Override
  public boolean comparesMirroring() {
    return false;
  }

  @Override
  public List<Subject> subjects(Scale scale) {
    List<Subject> subjects = new ArrayList<>();
    for (int displays : displays(scale)) {
      subjects.add(new Subject(MIRROR_SITES, displays));
      subjects.add(new Subject(BARE, displays));
    }
    return subjects;
  }

  @Override
  public Run start(Scale scale, Notes about) throws IOException, InterruptedException {
    LabPlan plan = LabPlan.standard(MIRRORS);
    Bench bench =
        benches.start(
            plan.withCpus(plan.centralCpus(), Runtime.getRuntime().availableProcessors()),
            SIZES,
            scale,
            about);
    BareServers bare;
    try {
      int bytes = bench.lab().initialStateBytes();
      about.setting("bytes of an initial state", Integer.toString(bytes));
      bare = BareServers.start(bytes);
    } catch (IOException | RuntimeException | InterruptedException e) {
      bench.close();
      throw e;
    }
    try {
      double eventsPerSecond = LOAD * bench.sustained(EVENT_BYTES, MIRRORS, scale).perSecond();
      bench.lab().use(Function.EVERY_10_S, MIRRORS); // the measurement has mirrored every event
      return new StormRun(bench, bare, eventsPerSecond, about);
    } catch (RuntimeException | InterruptedException e) {
      bare.close();
      bench.close();
      throw e;
    }
  }

  /** As many bare servers as there are mirrors. */
  private record BareServers(List<Bare> servers) implements AutoCloseable {
    static BareServers start(int bytes) {
      List<Bare> started = new ArrayList<>();
      try {
        for (int i = 1; i <= MIRRORS; i++) {
          started.add(Bare.start(i, bytes));
        }
        return new BareServers(started);
      } catch (RuntimeException e) {
        started.forEach(Bare::close);
        throw e;
      }
    }

    List<URI> urls() {
      return servers.stream().map(Bare::url).toList();
    }

    @Override
    public void close() {
      servers.forEach(Bare::close);
    }
  }

  /** A bare server, on a node as the mirrors are, so that it weighs as much as they do. */
  private record Bare(Node node, ChildProcess process, URI url) implements AutoCloseable {
    static Bare start(int number, int bytes) {
      Node node = Node.create("bare-" + number + "-" + ProcessHandle.current().pid());
      List<String> through = new ArrayList<>(StormProcess.MANY_FILES);
      through.addAll(node.joining());
      ChildProcess process =
          ChildProcess.start(
              through, StaticStream.class, Node.JVM, List.of(Integer.toString(bytes)));
      try {
        return new Bare(node, process, URI.create(process.await("ready")));
      } catch (RuntimeException e) {
        process.close();
        node.close();
        throw e;
      }
    }

    @Override
    public void close() {
      process.close();
      node.close();
    }
  }

  /** The prepared experiment. */
  private static final class StormRun implements Run {
    private final Bench bench;
    private final BareServers bare;
    private final double eventsPerSecond;
    private final Notes about;
    private final Positions positions = new Positions(ACTIVE_KEYS, EVENT_BYTES, SEED);

    StormRun(Bench bench, BareServers bare, double eventsPerSecond, Notes about) {
      this.about = about;
      this.bench = bench;
      this.bare = bare;
      this.eventsPerSecond = eventsPerSecond;
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
     * Sends the first event of each key at a time of its own: what is held for a time from then on
     * is mirrored one key after the other, and not all at once.
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

  @Override
  public Outcome outcome(Table rows, Table lines) {
    Comparison comparison = new Comparison(rows);
    double most = rows.xs().stream().mapToDouble(it -> it).max().orElseThrow();
    String bare = rows.has(BARE, most, P99) ? BARE : ONE_BARE;
    return new Outcome(
        List.of(
            new Finding(
                String.format(
                    Locale.ROOT, "Initial state of %,.0f displays, 99th percentile", most),
                rows.spread(MIRROR_SITES, most, P99),
                "ms",
                "",
                "",
                null,
                againstBare(comparison.changeAt(MIRROR_SITES, bare, most, P99))),
            new Finding(
                "Update delay of regular clients during that storm",
                rows.spread(MIRROR_SITES, most, DURING),
                "ms",
                "",
                "",
                null,
                String.format(
                    Locale.ROOT,
                    "before it: %.0f ms, after: %.0f ms",
                    rows.spread(MIRROR_SITES, most, BEFORE).median(),
                    rows.spread(MIRROR_SITES, most, AFTER).median()))),
        Map.of(
            "initial-state",
            new Chart(
                "Time until displays have their initial state, 99th percentile",
                "displays",
                "ms",
                List.of(
                    comparison.curve(MIRROR_SITES, MIRROR_SITES, P99),
                    comparison.curve(bare, bare, P99)),
                List.of(),
                AxisScale.LINEAR)),
        grids(comparison));
  }

  private static String againstBare(Spread slower) {
    String remark = String.format(Locale.ROOT, "against bare servers: %+.0f %%", slower.median());
    return slower.median() < MUCH_SLOWER
        ? remark + ", so the displays' process or the machine is the limit"
        : remark;
  }

  private static List<Grid> grids(Comparison comparison) {
    return List.of(
        comparison.grid("Initial state, median, ms", "displays", P50, "%.0f"),
        comparison.grid("99th percentile, ms", "displays", P99, "%.0f"),
        comparison.grid("Displays without initial state", "displays", FAILED, "%.0f"),
        comparison.grid("Update delay before the storm, ms", "displays", BEFORE, "%.0f"),
        comparison.grid("during it, ms", "displays", DURING, "%.0f"),
        comparison.grid("after it, ms", "displays", AFTER, "%.0f"),
        comparison.grid("Updates that displays received meanwhile", "displays", UPDATES, "%,.0f"),
        comparison.grid(
            "How late the displays' process sent a request at worst, ms", "displays", LATE, "%.0f"),
        comparison.grid("Processors that the central node used", "displays", CENTRAL, "%.2f"),
        comparison.grid("Processors that the first mirror used", "displays", MIRROR, "%.2f"));
  }
}
