package io.windsock.evaluation;

import io.windsock.contracts.config.Failure;
import io.windsock.evaluation.bench.Benches;
import io.windsock.evaluation.capacity.Coefficients;
import io.windsock.evaluation.ceiling.MeasuredCeilings;
import io.windsock.evaluation.data.RunFolder;
import io.windsock.evaluation.experiment.Experiment;
import io.windsock.evaluation.experiment.Experiments;
import io.windsock.evaluation.experiment.Reporter;
import io.windsock.evaluation.experiment.Scale;
import io.windsock.evaluation.gateway.GatewayExperiments;
import io.windsock.evaluation.link.LinkExperiments;
import io.windsock.evaluation.machine.AtExit;
import io.windsock.evaluation.machine.DiskSpace;
import io.windsock.evaluation.machine.WorkFolder;
import io.windsock.evaluation.mirroring.Changes;
import io.windsock.evaluation.mirroring.Figure4;
import io.windsock.evaluation.mirroring.Figure5;
import io.windsock.evaluation.mirroring.Figure6;
import io.windsock.evaluation.mirroring.Figure7;
import io.windsock.evaluation.mirroring.Figure8;
import io.windsock.evaluation.mirroring.Figure9;
import io.windsock.evaluation.node.Node;
import io.windsock.evaluation.report.Finding;
import io.windsock.evaluation.report.Repeats;
import io.windsock.evaluation.scale.Fitting;
import io.windsock.evaluation.scale.Prediction;
import io.windsock.evaluation.scale.ScaleExperiments;
import io.windsock.evaluation.serving.Clients;
import io.windsock.evaluation.serving.Storms;
import io.windsock.evaluation.serving.TradeOff;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs experiments and writes their report. */
@Command(
    name = "experiment",
    description =
        "Measure what adaptive mirroring gains, how many calls gateways answer in time and how fast"
            + " links copy, beside published figures, and what mirrors and gateways cost.",
    footer = {
      "  windsock experiment list",
      "  windsock experiment run figure-4 --out try --quick",
      "  windsock experiment run all --out results",
      "  windsock experiment report results",
      "Experiments emulate nodes by control groups: run them as root on Linux, with httperf installed.",
      "Those of links need neither, except link-freshness-loss (root); docs/evaluation.md has the rest."
    })
public final class ExperimentCommand {
  private static final int QUICK_ROUNDS = 1;
  private static final double QUICK_SECONDS = 1;

  private static final int CEILING_SECONDS = 2;
  private static final int FAILED = 1;

  /** The group whose experiments share laboratories. */
  private static final String MIRRORING = "mirroring";

  private static final String GATEWAYS = "gateways";

  /** What brokers write to temporary files, in GB per second of a run, and in short runs, in GB. */
  private static final double GB_PER_SECOND = 5;

  private static final double LITTLE_GB = 3;

  /**
   * Those of other papers, which take hours more, and three that no paper has: {@code all} should
   * end within three hours.
   */
  private static final Set<String> NAMED_ONLY =
      Set.of(GATEWAYS, "link", "changes", "clients", ScaleExperiments.MANY_KEYS);

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Benches benches = new Benches();
  private final Experiments experiments;
  private final Supplier<Alone> alone;

  /** Keeps other processes from disturbing experiments until it is closed. */
  interface Alone extends AutoCloseable {
    @Override
    void close();
  }

  /** Creates the command with all experiments. */
  public ExperimentCommand() {
    experiments = new Experiments(groups(benches), NAMED_ONLY);
    alone = () -> Node.claim()::close;
  }

  /**
   * Creates the command with other experiments, of the group {@link #MIRRORING}.
   *
   * @param alone throws if another process disturbs them
   */
  ExperimentCommand(List<Experiment> mirroring, Supplier<Alone> alone) {
    experiments = new Experiments(Map.of(MIRRORING, mirroring), Set.of());
    this.alone = alone;
  }

  private static Map<String, List<Experiment>> groups(Benches benches) {
    Map<String, List<Experiment>> groups = new LinkedHashMap<>();
    groups.put(
        MIRRORING,
        List.of(
            new Figure4(benches),
            new Figure5(benches),
            new Figure6(benches),
            Figure7.standard(benches),
            Figure7.scaled(benches),
            new Figure8(benches),
            new Figure9(benches),
            new Changes(benches),
            new Clients(benches),
            new TradeOff(benches),
            new Storms(benches)));
    groups.put(GATEWAYS, GatewayExperiments.all());
    groups.put("scale", ScaleExperiments.all());
    groups.put("link", LinkExperiments.all());
    return groups;
  }

  @Command(
      name = "list",
      description = "List the experiments: name, group, about how long it takes, title.",
      footer = "  windsock experiment list")
  int list() {
    PrintWriter out = spec.commandLine().getOut();
    for (String group : experiments.groups()) {
      for (Experiment experiment : experiments.named(List.of(group))) {
        Experiment.Description described = experiment.description();
        out.printf(
            "%-16s %-10s %6s  %s%n", described.name(), group, experiment.time(), described.title());
      }
    }
    out.flush();
    return 0;
  }

  @Command(
      name = "run",
      description = "Run experiments, keep their data, and write the report.",
      footer = {
        "  windsock experiment run figure-4 figure-8 --out results",
        "  windsock experiment run gateways --out results",
        "  windsock experiment run all --out results --continue",
        "  windsock experiment run all --quick --out results"
      })
  int run(
      @Parameters(
              paramLabel = "NAME",
              arity = "1..*",
              description =
                  "An experiment, a group (mirroring, scale, gateways, link), or all: mirroring"
                      + " and scale, except changes, clients and scale-many-keys.")
          List<String> names,
      @Option(
              names = "--out",
              paramLabel = "DIR",
              required = true,
              description = "The folder for data and report; it may hold other experiments.")
          Path out,
      @Option(
              names = "--continue",
              description =
                  "Go on with a run that was stopped: leave out what DIR holds all rounds of, and"
                      + " measure the others from the beginning.")
          boolean continued,
      @Option(
              names = "--quick",
              description = "One short round of few points: shows that it works, measures little.")
          boolean quick,
      @Option(
              names = "--rounds",
              paramLabel = "N",
              defaultValue = "5",
              description = "Rounds that count (${DEFAULT-VALUE}; quick: 1).")
          int rounds,
      @Option(
              names = "--run-seconds",
              paramLabel = "S",
              defaultValue = "3",
              description = "About how long one run takes (${DEFAULT-VALUE}; quick: 1).")
          double runSeconds,
      @Option(
              names = "--calls",
              paramLabel = "N",
              defaultValue = "0",
              description =
                  "The calls of each run of gateway-faults (default: as many as come in 2.5 times"
                      + " --run-seconds).")
          long calls,
      @Option(
              names = "--rate",
              paramLabel = "N",
              defaultValue = "0",
              description =
                  "The calls per second of gateway-faults (default: half of the highest rate that it"
                      + " finds, which differs from run to run).")
          double rate,
      @Option(
              names = "--without-effect",
              description =
                  "Let every setting mirror alike; of the group mirroring only, without storm. An"
                      + " experiment that still finds a difference is wrong.")
          boolean withoutEffect)
      throws IOException, InterruptedException {
    Scale.Calls ofRun = new Scale.Calls(calls, rate);
    Scale scale =
        quick
            ? new Scale(true, QUICK_ROUNDS, QUICK_SECONDS, ofRun, withoutEffect)
            : new Scale(false, rounds, runSeconds, ofRun, withoutEffect);
    List<Experiment> chosen = named(names).stream().filter(this::isPossible).toList();
    if (chosen.isEmpty()) {
      return FAILED; // the reasons are printed
    }
    if (withoutEffect) {
      checkCheckable(chosen);
    }
    Alone kept = alone.get();
    try {
      return runAlone(chosen, scale, new RunFolder(out), continued);
    } finally {
      kept.close();
    }
  }

  private List<Experiment> named(List<String> names) {
    try {
      return experiments.named(names);
    } catch (Failure e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  /** Runs experiments and writes the report. */
  private int runAlone(List<Experiment> wanted, Scale scale, RunFolder runs, boolean continued)
      throws IOException, InterruptedException {
    Continuation continuation = new Continuation(runs, scale);
    List<Experiment> chosen = continued ? continuation.left(wanted, this::say) : wanted;
    DiskSpace.check(WorkFolder.parent(), gigabytes(chosen, scale));
    if (continued) {
      continuation.clear(chosen); // not before it is certain that they can be measured
    }
    for (Experiment experiment : chosen) {
      runs.experiment(experiment.description().name()); // refuses before the first one begins
    }
    boolean all = measure(chosen, scale, runs);
    if (!all && !new Reporter(experiments).holdsData(runs)) {
      return FAILED;
    }
    return report(runs.path()) == 0 && all ? 0 : FAILED;
  }

  /** Refuses experiments in which nothing that mirrors is varied: a check would show nothing. */
  private void checkCheckable(List<Experiment> chosen) {
    List<String> others =
        chosen.stream()
            .filter(it -> !experiments.isIn(MIRRORING, it) || !it.comparesMirroring())
            .map(it -> it.description().name())
            .toList();
    if (!others.isEmpty()) {
      throw new Failure(
          "--without-effect changes experiments of the group mirroring that compare ways to mirror:"
              + " leave out "
              + String.join(", ", others));
    }
  }

  /** Returns how much space brokers need. Those of {@link #GATEWAYS} write little. */
  private double gigabytes(List<Experiment> chosen, Scale scale) {
    boolean little =
        scale.quick() || chosen.stream().allMatch(it -> experiments.isIn(GATEWAYS, it));
    return little ? LITTLE_GB : GB_PER_SECOND * scale.runSeconds();
  }

  /** Runs experiments; returns whether all succeeded. */
  private boolean measure(List<Experiment> chosen, Scale scale, RunFolder runs)
      throws InterruptedException {
    CommandLine command = spec.commandLine();
    Series series =
        new Series(
            benches, experiments.named(List.of(MIRRORING)), command.getOut(), command.getErr());
    AtExit stop = AtExit.run("experiment-stop", () -> stop(series, runs));
    boolean ended = false;
    try {
      MeasuredCeilings ceilings = new MeasuredCeilings(scale.quick() ? 1 : CEILING_SECONDS);
      boolean all = series.run(chosen, scale, ceilings, runs);
      ended = true;
      return all;
    } finally {
      if (stop.cancel() && !ended) {
        sayWhatIsLeft(runs);
      }
      benches.close();
    }
  }

  /** Ends a series together with the program. */
  private void stop(Series series, RunFolder runs) {
    series.stop();
    sayWhatIsLeft(runs);
  }

  /** Says what to do with what was measured before the end of the program, or a fatal fault. */
  private void sayWhatIsLeft(RunFolder runs) {
    if (new Reporter(experiments).holdsData(runs)) {
      say(
          "what was measured is kept; go on with the same command and --continue, or write its"
              + " report: windsock experiment report "
              + runs.path());
    } else {
      say("stopped before a round was measured");
    }
  }

  /** Prints a line to standard error. */
  private void say(String line) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(line);
    err.flush();
  }

  /** Says so if the machine lacks something for the experiment. */
  private boolean isPossible(Experiment experiment) {
    String missing = experiment.missing();
    if (!missing.isEmpty()) {
      say(experiment.description().name() + " is left out: " + missing);
    }
    return missing.isEmpty();
  }

  @Command(
      name = "report",
      description = "Write the report of runs that have ended.",
      footer = "  windsock experiment report results")
  int report(@Parameters(paramLabel = "DIR", description = "The folder of the runs.") Path dir)
      throws IOException {
    AtomicInteger leftOut = new AtomicInteger();
    Path page =
        new Reporter(experiments)
            .report(
                new RunFolder(dir),
                line -> {
                  leftOut.incrementAndGet();
                  say(line);
                });
    spec.commandLine().getOut().println("report: " + page);
    spec.commandLine().getOut().flush();
    return leftOut.get() == 0 ? 0 : FAILED;
  }

  @Command(
      name = "compare",
      description = {
        "Compare the findings of two runs of the same experiments, as Markdown.",
        "Is the second run's median between the lowest and the highest round of the first?"
      },
      footer = "  windsock experiment compare results results-2")
  int compare(
      @Parameters(paramLabel = "FIRST", description = "The folder of the first runs.") Path first,
      @Parameters(paramLabel = "SECOND", description = "The folder of the second.") Path second)
      throws IOException {
    Repeats repeats =
        new Reporter(experiments).compare(new RunFolder(first), new RunFolder(second), this::say);
    spec.commandLine().getOut().print(repeats.markdown());
    spec.commandLine().getOut().flush();
    return 0;
  }

  @Command(
      name = "fit",
      description = {
        "Fit the capacity model to runs of the group scale, and print its coefficients as JSON.",
        "It needs scale-events, -keys, -displays, -partitions, -state and -calls."
      },
      footer = {
        "  windsock experiment fit results",
        "  windsock experiment fit results > coefficients.json"
      })
  int fit(@Parameters(paramLabel = "DIR", description = "The folder of the runs.") Path dir)
      throws IOException {
    Coefficients coefficients = Fitting.fit(new RunFolder(dir));
    spec.commandLine().getOut().print(coefficients.json());
    spec.commandLine().getOut().flush();
    PrintWriter err = spec.commandLine().getErr();
    for (Finding finding : Prediction.findings(dir, coefficients)) {
      err.printf(Locale.ROOT, "%s: %.2f%n", finding.headline(), finding.ours().median());
    }
    err.flush();
    return 0;
  }
}
