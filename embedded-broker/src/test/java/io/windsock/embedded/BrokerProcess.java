package io.windsock.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A broker in a child JVM on the test's own class path. */
final class BrokerProcess implements AutoCloseable {
  private final Process process;
  private final String bootstrapServers;

  private BrokerProcess(Process process, String bootstrapServers) {
    this.process = process;
    this.bootstrapServers = bootstrapServers;
  }

  static BrokerProcess start(Path folder) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                BrokerMain.class.getName(),
                folder.toString(),
                "0")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.startsWith("ready ")) {
        return new BrokerProcess(process, line.substring("ready ".length()));
      }
    }
    process.destroyForcibly();
    throw new IOException("the broker's process ended before it was ready");
  }

  String bootstrapServers() {
    return bootstrapServers;
  }

  /** SIGKILL, and waits for the end. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Closes its input and answers its exit code, -1 if it still runs after {@code seconds}. */
  int endInput(int seconds) throws IOException, InterruptedException {
    process.getOutputStream().close();
    return process.waitFor(seconds, TimeUnit.SECONDS) ? process.exitValue() : -1;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
