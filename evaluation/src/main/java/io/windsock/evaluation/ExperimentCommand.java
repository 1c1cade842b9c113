package io.windsock.evaluation;

import io.windsock.contracts.config.Failure;
import io.windsock.evaluation.bench.Benches;
import io.windsock.evaluation.capacity.Coefficients;
import io.windsock.evaluation.data.RunFolder;
import io.windsock.evaluation.experiment.Experiment;
import io.windsock.evaluation.experiment.Experiments;
import io.windsock.evaluation.experiment.Reporter;
import io.windsock.evaluation.experiment.Scale;
import io.windsock.evaluation.node.Node;
import io.windsock.evaluation.report.Finding;
import io.windsock.evaluation.report.Repeats;
import io.windsock.evaluation.scale.Fitting;
import io.windsock.evaluation.scale.Prediction;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
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
  private static final int FAILED = 1;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Benches benches = new Benches();
  private final Experiments experiments;
  private final Supplier<ExperimentRun.Alone> alone;

  /** Creates the command with all experiments. */
  public ExperimentCommand() {
    experiments = ExperimentGroups.all(benches);
    alone = () -> Node.claim()::close;
  }

  /**
   * Creates the command with other experiments, of the group mirroring.
   *
   * @param alone throws if another process disturbs them
   */
  ExperimentCommand(List<Experiment> mirroring, Supplier<ExperimentRun.Alone> alone) {
    experiments = new Experiments(Map.of(ExperimentGroups.MIRRORING, mirroring), Set.of());
    this.alone = alone;
  }

  private Outputs outputs() {
    CommandLine command = spec.commandLine();
    return new Outputs(command.getOut(), command.getErr());
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
    boolean all =
        new ExperimentRun(experiments, benches, alone, outputs())
            .run(named(names), scale, new RunFolder(out), continued);
    return all ? 0 : FAILED;
  }

  private List<Experiment> named(List<String> names) {
    try {
      return experiments.named(names);
    } catch (Failure e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  @Command(
      name = "report",
      description = "Write the report of runs that have ended.",
      footer = "  windsock experiment report results")
  int report(@Parameters(paramLabel = "DIR", description = "The folder of the runs.") Path dir)
      throws IOException {
    ReportWriter writer = new ReportWriter(new Reporter(experiments), outputs());
    return writer.write(new RunFolder(dir)) ? 0 : FAILED;
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
    Outputs outputs = outputs();
    Repeats repeats =
        new Reporter(experiments)
            .compare(new RunFolder(first), new RunFolder(second), outputs::say);
    outputs.print(repeats.markdown());
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
    Outputs outputs = outputs();
    outputs.print(coefficients.json());
    for (Finding finding : Prediction.findings(dir, coefficients)) {
      outputs.say(
          String.format(Locale.ROOT, "%s: %.2f", finding.headline(), finding.ours().median()));
    }
    return 0;
  }
}
