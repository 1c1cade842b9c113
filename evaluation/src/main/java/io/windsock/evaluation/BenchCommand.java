package io.windsock.evaluation;

import io.windsock.evaluation.adapt.AdaptBench;
import io.windsock.evaluation.mirror.MirrorBench;
import io.windsock.evaluation.topology.TopologyBench;
import io.windsock.evaluation.views.ViewsBench;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The benchmarks. */
@Command(
    name = "bench",
    description = "Measure what the pipeline costs against what it could cost.",
    subcommands = {TopologyBench.class, MirrorBench.class, ViewsBench.class, AdaptBench.class},
    footer = {
      "",
      "Examples:",
      "  windsock bench topology",
      "  windsock bench topology --rounds 5 --records 3000000",
      "  windsock bench adapt --out figure9"
    })
public final class BenchCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  @SuppressWarnings("unused") // picocli reads it
  private boolean help;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "name what to measure: " + String.join(", ", spec.subcommands().keySet()));
  }
}
