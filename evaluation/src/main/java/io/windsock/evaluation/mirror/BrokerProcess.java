package io.windsock.evaluation.mirror;

import io.windsock.embedded.BrokerMain;
import java.io.IOException;
import java.nio.file.Path;

/** A Kafka broker in a process of its own, so that its heap and its compiler are not measured. */
final class BrokerProcess implements AutoCloseable {
  private final Process process;
  private final String bootstrapServers;

  private BrokerProcess(Process process, String bootstrapServers) {
    this.process = process;
    this.bootstrapServers = bootstrapServers;
  }

  static BrokerProcess start(Path dir) throws IOException {
    Process process =
        ChildJvm.command("-Xmx768m", BrokerMain.class, dir.toString(), "0")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    return new BrokerProcess(process, ChildJvm.lineFrom(process, "ready "));
  }

  String bootstrapServers() {
    return bootstrapServers;
  }

  /** Closing its input makes it stop in order. */
  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    process.onExit().join();
  }
}
