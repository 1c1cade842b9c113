package io.windsock.cli.option;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.rules.config.RuleSet;
import io.windsock.topology.TopologyConfig;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The topology's options. {@link TopologyConfig} checks their ranges and reports every fault. */
public final class TopologyOptions {
  @Option(
      names = "--rules",
      paramLabel = "FILE",
      description =
          "What goes to the mirrors: a rules file, or none to mirror every event (default: the"
              + " domain's rules). The parameters of a controller replace it.")
  private @Nullable Path rules;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      defaultValue = "4",
      description = "Partitions of each topic (default: ${DEFAULT-VALUE}).")
  private int partitions;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description = "Partitions worked on at once (default: ${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = "--commit-interval-ms",
      paramLabel = "MS",
      defaultValue = "100",
      description =
          "How often output becomes visible; part of the update delay (default: ${DEFAULT-VALUE}).")
  private long commitIntervalMs;

  @Option(
      names = "--marker-every",
      paramLabel = "N",
      defaultValue = "50",
      description = "A marker after this many sent events (default: ${DEFAULT-VALUE}).")
  private int markerEvery;

  @Option(
      names = "--marker-idle-ms",
      paramLabel = "MS",
      defaultValue = "500",
      description = "Or when the last one is this old (default: ${DEFAULT-VALUE}).")
  private long markerIdleMs;

  /** Returns the number of partitions of each topic. */
  public int partitions() {
    return partitions;
  }

  /** Whether rules were given. */
  public boolean rulesGiven() {
    return rules != null;
  }

  /**
   * Returns a builder with these values and the domain's; {@code catalogue} is the domain's
   * catalogue.
   */
  public TopologyConfig.Builder config(NamedDomain domain, Catalogue catalogue) {
    TopologyConfig.Builder config = TopologyConfig.builder(catalogue);
    RuleSet used = domain.rules(rules, catalogue);
    return (rulesGiven() ? config.rules(used) : config.domainRules(used))
        .partitions(partitions)
        .threads(threads)
        .commitIntervalMs(commitIntervalMs)
        .markerEvery(markerEvery)
        .markerIdleMs(markerIdleMs);
  }
}
