package io.windsock.evaluation;

import io.windsock.contracts.config.Failure;
import io.windsock.evaluation.bench.Benches;
import io.windsock.evaluation.ceiling.MeasuredCeilings;
import io.windsock.evaluation.data.RunFolder;
import io.windsock.evaluation.experiment.Experiment;
import io.windsock.evaluation.experiment.Experiments;
import io.windsock.evaluation.experiment.Reporter;
import io.windsock.evaluation.experiment.Scale;
import io.windsock.evaluation.machine.AtExit;
import io.windsock.evaluation.machine.DiskSpace;
import io.windsock.evaluation.machine.WorkFolder;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/**
 * A run of experiments, from the check of what is possible to the report. One thread owns it; if
 * the program stops, another one says what is left.
 */
final class ExperimentRun {
  private static final int CEILING_SECONDS = 2;

  /** What brokers write to temporary files, in GB per second of a run, and in short runs, in GB. */
  private static final double GB_PER_SECOND = 5;

  private static final double LITTLE_GB = 3;

  private final Experiments experiments;
  private final Benches benches;
  private final Supplier<Alone> alone;
  private final Outputs outputs;
  private final Reporter reporter;

  /** Keeps other processes from disturbing experiments until it is closed. */
  interface Alone extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Creates a run.
   *
   * @param experiments every experiment that reports may contain
   * @param benches what experiments may share; closed at the end
   * @param alone throws if another process disturbs them
   * @param outputs take the progress, and what is left out or has failed
   */
  ExperimentRun(Experiments experiments, Benches benches, Supplier<Alone> alone, Outputs outputs) {
    this.experiments = experiments;
    this.benches = benches;
    this.alone = alone;
    this.outputs = outputs;
    reporter = new Reporter(experiments);
  }

  /**
   * Measures experiments, keeps their data and writes the report.
   *
   * @param continued whether to leave out what the folder holds all rounds of
   * @return whether nothing failed, and the report leaves nothing out
   * @throws Failure if they can't be measured at this scale or in this folder
   */
  boolean run(List<Experiment> named, Scale scale, RunFolder runs, boolean continued)
      throws IOException, InterruptedException {
    List<Experiment> chosen = named.stream().filter(this::isPossible).toList();
    if (chosen.isEmpty()) {
      return false; // the reasons are printed
    }
    if (scale.withoutEffect()) {
      checkCheckable(chosen);
    }
    Alone kept = alone.get();
    try {
      return runAlone(chosen, scale, runs, continued);
    } finally {
      kept.close();
    }
  }

  /** Says so if the machine lacks something for the experiment. */
  private boolean isPossible(Experiment experiment) {
    String missing = experiment.missing();
    if (!missing.isEmpty()) {
      outputs.say(experiment.description().name() + " is left out: " + missing);
    }
    return missing.isEmpty();
  }

  /** Refuses experiments in which nothing that mirrors is varied: a check would show nothing. */
  private void checkCheckable(List<Experiment> chosen) {
    List<String> others =
        chosen.stream()
            .filter(
                it -> !experiments.isIn(ExperimentGroups.MIRRORING, it) || !it.comparesMirroring())
            .map(it -> it.description().name())
            .toList();
    if (!others.isEmpty()) {
      throw new Failure(
          "--without-effect changes experiments of the group mirroring that compare ways to mirror:"
              + " leave out "
              + String.join(", ", others));
    }
  }

  private boolean runAlone(List<Experiment> wanted, Scale scale, RunFolder runs, boolean continued)
      throws IOException, InterruptedException {
    Continuation continuation = new Continuation(runs, scale);
    List<Experiment> chosen = continued ? continuation.left(wanted, outputs::say) : wanted;
    DiskSpace.check(WorkFolder.parent(), gigabytes(chosen, scale));
    if (continued) {
      continuation.clear(chosen); // not before it is certain that they can be measured
    }
    for (Experiment experiment : chosen) {
      runs.experiment(experiment.description().name()); // refuses before the first one begins
    }
    boolean all = measure(chosen, scale, runs);
    if (!all && !reporter.holdsData(runs)) {
      return false;
    }
    return new ReportWriter(reporter, outputs).write(runs) && all;
  }

  /** Returns how much space brokers need. Those of the group gateways write little. */
  private double gigabytes(List<Experiment> chosen, Scale scale) {
    boolean little =
        scale.quick()
            || chosen.stream().allMatch(it -> experiments.isIn(ExperimentGroups.GATEWAYS, it));
    return little ? LITTLE_GB : GB_PER_SECOND * scale.runSeconds();
  }

  /** Measures experiments; returns whether all succeeded. */
  private boolean measure(List<Experiment> chosen, Scale scale, RunFolder runs)
      throws InterruptedException {
    List<Experiment> sharing = experiments.named(List.of(ExperimentGroups.MIRRORING));
    Series series = new Series(benches, sharing, outputs.out(), outputs.err());
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
    if (reporter.holdsData(runs)) {
      outputs.say(
          "what was measured is kept; go on with the same command and --continue, or write its"
              + " report: windsock experiment report "
              + runs.path());
    } else {
      outputs.say("stopped before a round was measured");
    }
  }
}
