package io.windsock.cli.capacity;

import io.windsock.evaluation.capacity.Demand;
import picocli.CommandLine.Option;

/** The machines, and what is configured on them. */
final class MachineOptions {
  @Option(
      names = "--processors",
      paramLabel = "N",
      defaultValue = "4",
      converter = AmountConverter.class,
      description = "Processors of each machine (default: ${DEFAULT-VALUE}).")
  private double processors;

  @Option(
      names = "--network-mbit",
      paramLabel = "N",
      defaultValue = "1000",
      converter = AmountConverter.class,
      description =
          "Network of each machine, Mbit/s in each direction (default: ${DEFAULT-VALUE}).")
  private double networkMbit;

  @Option(
      names = "--headroom",
      paramLabel = "X",
      defaultValue = "0.5",
      converter = AmountConverter.class,
      description =
          "Share of processors and network that may be used, 0.01 to 1 (default: ${DEFAULT-VALUE}).")
  private double headroom;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      defaultValue = "6",
      converter = AmountConverter.class,
      description = "Partitions of each topic (default: ${DEFAULT-VALUE}).")
  private double partitions;

  @Option(
      names = "--replication",
      paramLabel = "N",
      defaultValue = "3",
      converter = AmountConverter.class,
      description = "Replicas of each partition (default: ${DEFAULT-VALUE}).")
  private double replication;

  /** Returns the machines. */
  Demand.Machine machine() {
    return new Demand.Machine(processors, networkMbit, headroom, partitions, replication);
  }
}
