package io.windsock.topology;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;

/**
 * Another Streams application that joins a group without a look at it. In a JVM of its own: while
 * its group rebalances, Streams does not end its threads when it is closed.
 */
final class StrangerProcess implements AutoCloseable {
  private final Process process;

  private StrangerProcess(Process process) {
    this.process = process;
  }

  static StrangerProcess start(Cluster cluster, String applicationId, String topic, Path folder)
      throws IOException {
    return new StrangerProcess(
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx128m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    StrangerProcess.class.getName(),
                    cluster.bootstrapServers(),
                    applicationId,
                    topic,
                    folder.toString()))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start());
  }

  /** As {@code kill -9} does; its membership ends with its session. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }

  public static void main(String[] args) throws IOException {
    Properties properties = new Properties();
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, args[0]);
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, args[1]);
    properties.put(StreamsConfig.STATE_DIR_CONFIG, args[3]);
    properties.put(StreamsConfig.mainConsumerPrefix("session.timeout.ms"), 10_000);
    properties.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.ByteArraySerde.class);
    properties.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.ByteArraySerde.class);
    StreamsBuilder builder = new StreamsBuilder();
    builder.stream(args[2]).foreach((key, value) -> {});
    new KafkaStreams(builder.build(), properties).start();
    while (System.in.read() >= 0) {
      // Ends with the test's JVM.
    }
    Runtime.getRuntime().halt(0);
  }
}
