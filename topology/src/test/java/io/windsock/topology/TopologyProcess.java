package io.windsock.topology;

import io.windsock.contracts.topic.Topics;
import io.windsock.rules.config.RuleSet;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A topology in a JVM of its own, which can be killed. It ends when its standard input does. */
final class TopologyProcess implements AutoCloseable {
  private final Process process;

  private TopologyProcess(Process process) {
    this.process = process;
  }

  /** Starts it and waits until it processes. */
  static TopologyProcess start(
      Cluster cluster, Topics topics, Path folder, int partitions, String rules)
      throws IOException {
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx256m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    TopologyProcess.class.getName(),
                    cluster.bootstrapServers(),
                    topics.prefix(),
                    folder.toString(),
                    String.valueOf(partitions),
                    rules))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
    String line = output.readLine();
    if (!"running".equals(line)) {
      process.destroyForcibly();
      throw new IllegalStateException("the topology's process said '" + line + "'");
    }
    return new TopologyProcess(process);
  }

  /** As {@code kill -9} does. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    try {
      if (!process.waitFor(120, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    }
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    TopologyConfig config =
        config(args[0], new Topics(args[1]), Path.of(args[2]), Integer.parseInt(args[3]), args[4]);
    try (TopologyApp app = TopologyApp.start(config)) {
      System.out.println(app.awaitRunning(Duration.ofMinutes(2)) ? "running" : app.health());
      while (System.in.read() >= 0) {
        // Only the end matters.
      }
    }
  }

  static TopologyConfig config(
      String bootstrapServers, Topics topics, Path folder, int partitions, String rules) {
    return TopologyConfig.builder(Events.CATALOGUE)
        .bootstrapServers(bootstrapServers)
        .applicationId(topics.prefix())
        .topics(topics)
        .rules(RuleSet.parse(rules, "rules.yaml", Events.CATALOGUE))
        .partitions(partitions)
        .stateDir(folder)
        .build();
  }
}
