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
import io.windsock.evaluation.plot.Chart;
import io.windsock.evaluation.report.Finding;
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
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Storms of displays that all ask for initial state at once, at mirrors and at a bare server. */
public final class Storms implements Experiment {
  private static final int[] DISPLAYS = {1_000, 5_000, 20_000};
  private static final int[] QUICK_DISPLAYS = {100, 500};
  private static final int MIRRORS = 2;
  private static final int EVENT_BYTES = 200;
  private static final int[] SIZES = {EVENT_BYTES};

  /** The events sent meanwhile, as a share of full load. */
  private static final double LOAD = 0.5;

  private static final long RAMP_MS = 100;
  private static final Duration AROUND = Duration.ofSeconds(2);

  /** Longer than any storm: 20,000 displays on two processors take most of a minute. */
  private static final Duration LONGEST = Duration.ofMinutes(5);

  private static final String MIRROR_SITES = "two mirrors";
  private static final String BARE = "a bare server";
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
    try {
      int most = StormProcess.mostDisplays();
      return Arrays.stream(DISPLAYS).map(displays -> Math.min(displays, most)).distinct().toArray();
    } catch (IOException e) {
      throw new UncheckedIOException("the limit on open files", e);
    }
  }

  @Override
  public Description description() {
    return new Description(
        "storm",
        "Storms of displays",
        "How soon have all displays their initial state after a power failure, and do regular"
            + " clients notice?",
        "",
        List.of(
            Setups.CENTRAL,
            "Two mirrors without a quota serve 200 rows of 200 bytes and more. Displays regain power"
                + " within 100 ms and each opens a connection, gets its initial state and stays.",
            "Meanwhile events are sent at half of full load. Of each key,"
                + " the most recent position is mirrored every 20 s, so that a display gets some ten"
                + " updates a second. The update"
                + " delay of a regular client of the central site is measured for 2 s before the"
                + " storm, until the last display is served, and for 2 s after.",
            "The bare server answers with as many bytes and does nothing else; no events are sent"
                + " then. It and each mirror weigh ten times as much as the displays, which are one"
                + " process, where processors are short."),
        List.of());
  }

  @Override
  public String time() {
    return "11 min";
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
    Bare bare;
    try {
      int bytes = bench.lab().initialStateBytes();
      about.setting("bytes of an initial state", Integer.toString(bytes));
      bare = Bare.start(bytes);
    } catch (IOException | RuntimeException | InterruptedException e) {
      bench.close();
      throw e;
    }
    try {
      double eventsPerSecond = LOAD * bench.sustained(EVENT_BYTES, MIRRORS, scale).perSecond();
      bench.lab().use(Function.EVERY_20_S, MIRRORS); // the measurement has mirrored every event
      return new StormRun(bench, bare, eventsPerSecond, about);
    } catch (RuntimeException | InterruptedException e) {
      bare.close();
      bench.close();
      throw e;
    }
  }

  /** The bare server, on a node as the mirrors are, so that it weighs as much as they do. */
  private record Bare(Node node, ChildProcess process, URI url) implements AutoCloseable {
    static Bare start(int bytes) {
      Node node = Node.create("bare-" + ProcessHandle.current().pid());
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
    private final Bare bare;
    private final double eventsPerSecond;
    private final Notes about;

    StormRun(Bench bench, Bare bare, double eventsPerSecond, Notes about) {
      this.about = about;
      this.bench = bench;
      this.bare = bare;
      this.eventsPerSecond = eventsPerSecond;
    }

    @Override
    public Map<String, Double> measure(Subject subject) throws InterruptedException {
      int displays = (int) subject.x();
      boolean bareOnly = subject.setting().equals(BARE);
      List<URI> sites =
          bareOnly ? List.of(bare.url()) : bench.lab().sites().subList(1, 1 + MIRRORS);
      try (StormProcess storm =
          new StormProcess(displays, RAMP_MS, bare.url(), Positions.VIEW, sites)) {
        return bareOnly ? values(storm.run(), subject) : amongUpdates(storm, subject);
      }
    }

    private Map<String, Double> amongUpdates(StormProcess storm, Subject subject)
        throws InterruptedException {
      Lab lab = bench.lab();
      bench.usesEvents(EVENT_BYTES, eventsPerSecond);
      try (Feeding feeding = new Feeding(lab, lab.positions(EVENT_BYTES), eventsPerSecond)) {
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
        return values;
      } finally {
        lab.settle();
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
    Spread slower = comparison.changeAt(MIRROR_SITES, BARE, most, P99);
    return new Outcome(
        List.of(
            new Finding(
                "Initial state of %,.0f displays, 99th percentile".formatted(most),
                rows.spread(MIRROR_SITES, most, P99),
                "ms",
                "",
                "",
                null,
                "against the bare server: %+.0f %%".formatted(slower.median())),
            new Finding(
                "Update delay of regular clients during that storm",
                rows.spread(MIRROR_SITES, most, DURING),
                "ms",
                "",
                "",
                null,
                "before it: %.0f ms, after: %.0f ms"
                    .formatted(
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
                    comparison.curve(BARE, BARE, P99)),
                List.of(),
                io.windsock.evaluation.plot.Scale.LINEAR)),
        List.of(
            comparison.grid("Initial state, median, ms", "displays", P50, "%.0f"),
            comparison.grid("99th percentile, ms", "displays", P99, "%.0f"),
            comparison.grid("Displays without initial state", "displays", FAILED, "%.0f"),
            comparison.grid("Update delay before the storm, ms", "displays", BEFORE, "%.0f"),
            comparison.grid("during it, ms", "displays", DURING, "%.0f"),
            comparison.grid("after it, ms", "displays", AFTER, "%.0f"),
            comparison.grid(
                "Updates that displays received meanwhile", "displays", UPDATES, "%,.0f"),
            comparison.grid(
                "How late the displays' process sent a request at worst, ms",
                "displays",
                LATE,
                "%.0f"),
            comparison.grid("Processors that the central node used", "displays", CENTRAL, "%.2f"),
            comparison.grid("Processors that the first mirror used", "displays", MIRROR, "%.2f")));
  }
}
