package io.windsock.evaluation.lab;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.evaluation.load.Positions;
import io.windsock.topology.TopologyApp;
import io.windsock.topology.TopologyConfig;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The topology in a process of its own: {@code TopologyMain BOOTSTRAP PARTITIONS DIR}. Prints
 * {@code ready} when it runs and stops when its standard input ends.
 */
final class TopologyMain {
  private TopologyMain() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    try {
      TopologyConfig config =
          TopologyConfig.builder(Catalogue.builtIn(Positions.DOMAIN))
              .bootstrapServers(args[0])
              .partitions(Integer.parseInt(args[1]))
              .stateDir(Path.of(args[2]))
              .build();
      try (TopologyApp app = TopologyApp.start(config)) {
        if (!app.awaitRunning(Cluster.PATIENCE)) {
          throw new IllegalStateException("the topology did not start: " + app.health());
        }
        System.out.println("ready");
        System.out.flush();
        while (System.in.read() >= 0) {
          // Only the end matters.
        }
      }
    } catch (ConfigurationException e) {
      System.err.println(e.getMessage());
      System.exit(1);
    }
  }
}
