package io.windsock.evaluation;

import io.windsock.evaluation.mirror.MirrorBench;
import io.windsock.evaluation.topology.TopologyBench;
import io.windsock.evaluation.views.ViewsBench;
import picocli.CommandLine.Command;

/** The benchmarks. */
@Command(
    name = "bench",
    description = "Measure what the pipeline costs against what it could cost.",
    subcommands = {TopologyBench.class, MirrorBench.class, ViewsBench.class},
    footer = {
      "  windsock bench topology",
      "  windsock bench topology --rounds 5 --records 3000000"
    })
public final class BenchCommand {}
