package io.windsock.cli.option;

import io.windsock.contracts.topic.Topics;
import io.windsock.topology.guard.Application;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that selects a cluster's topology by its consumer group. */
public final class ApplicationOption {
  @Option(
      names = "--application-id",
      paramLabel = "ID",
      description =
          "The topology's id, for one prefix alone; instances with the same id share the work"
              + " (default: the prefix, then -topology).")
  private @Nullable String id;

  /** Returns the application id of the topology on these topics. */
  public String id(Topics topics) {
    return id == null ? Application.defaultId(topics) : id;
  }
}
