package io.windsock.evaluation.topology;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.topic.Topics;
import io.windsock.topology.TopologyApp;
import io.windsock.topology.TopologyConfig;
import java.io.IOException;
import java.nio.file.Path;

/** Runs the topology in a JVM of its own, until standard input ends. */
final class TopologyChild {
  private TopologyChild() {}

  public static void main(String[] args) throws IOException {
    Setup setup = Setup.parse(args);
    Catalogue catalogue = Catalogue.builtIn("airline");
    try {
      TopologyConfig config =
          TopologyConfig.builder(catalogue)
              .bootstrapServers(setup.bootstrapServers())
              .applicationId(setup.group())
              .topics(new Topics(setup.prefix()))
              .rules(setup.rules(catalogue))
              .partitions(setup.partitions())
              .stateDir(Path.of(setup.folder()))
              .commitIntervalMs(setup.commitMs())
              .properties(setup.properties())
              .build();
      try (TopologyApp app = TopologyApp.start(config)) {
        System.out.println("ready " + app.health().state());
        while (System.in.read() >= 0) {
          // There are no commands on standard input; only its end matters.
        }
      }
    } catch (ConfigurationException e) {
      System.err.println(e.getMessage());
      System.exit(1);
    }
  }
}
