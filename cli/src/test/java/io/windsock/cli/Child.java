package io.windsock.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The windsock command in a child JVM, on the test's class path, with JSON as its output. */
final class Child implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Process process;
  private @Nullable MappingIterator<JsonNode> out;

  private Child(Process process) {
    this.process = process;
  }

  static Child start(String... args) throws IOException {
    return start(ProcessBuilder.Redirect.INHERIT, args);
  }

  /** With its standard error in a file. */
  static Child start(Path errors, String... args) throws IOException {
    return start(ProcessBuilder.Redirect.to(errors.toFile()), args);
  }

  private static Child start(ProcessBuilder.Redirect errors, String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Windsock.class.getName()));
    command.addAll(List.of(args));
    command.addAll(List.of("--output", "json"));
    return new Child(new ProcessBuilder(command).redirectError(errors).start());
  }

  /** The next JSON value that it prints. */
  JsonNode ready() throws IOException {
    if (out == null) {
      // Opening it already waits for the first bytes, which some commands print at their end.
      out = JSON.readerFor(JsonNode.class).readValues(process.getInputStream());
    }
    if (!out.hasNextValue()) {
      throw new IOException("it ended without a result, with " + process.exitValue());
    }
    return out.nextValue();
  }

  /** Ctrl-C; answers the exit code. */
  int interrupt() throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-INT", String.valueOf(process.pid())).start().waitFor();
    return process.waitFor(2, TimeUnit.MINUTES) ? process.exitValue() : -1;
  }

  /** SIGKILL; waits for its end. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
