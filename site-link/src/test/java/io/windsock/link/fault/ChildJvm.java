package io.windsock.link.fault;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A program in a JVM of its own, on the test's class path. It ends when its standard input does, so
 * it never outlives the test. A line that begins with {@code ready} says that it is ready.
 */
final class ChildJvm implements AutoCloseable {
  private static final Duration START = Duration.ofMinutes(2);
  private static final String READY = "ready ";
  private static final int TAIL_LINES = 30;

  private final Process process;
  private final CountDownLatch ready = new CountDownLatch(1);
  private final Deque<String> tail = new ArrayDeque<>();
  private volatile String said = "";

  private ChildJvm(Process process) {
    this.process = process;
    Thread reader = new Thread(this::read, "child-output");
    reader.setDaemon(true);
    reader.start();
  }

  /** Starts the program; does not wait until it is ready. */
  static ChildJvm launch(int heapMebibytes, Class<?> program, String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx" + heapMebibytes + "m", "-XX:+UseSerialGC"));
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:MaxDirectMemorySize=64m"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
    command.addAll(List.of(args));
    return new ChildJvm(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  private void read() {
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        if (line.startsWith(READY)) {
          said = line.substring(READY.length());
          ready.countDown();
        }
        keep(line);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      ready.countDown();
    }
  }

  private void keep(String line) {
    synchronized (tail) {
      if (tail.size() == TAIL_LINES) {
        tail.remove();
      }
      tail.add(line);
    }
  }

  /** Returns the last lines that it has written, its log among them. */
  String tail() {
    synchronized (tail) {
      return String.join("\n", tail);
    }
  }

  /** Waits until it is ready, and returns what it says then. */
  String awaitReady() throws IOException, InterruptedException {
    if (!ready.await(START.toSeconds(), TimeUnit.SECONDS) || said.isEmpty()) {
      throw new IOException("a child is not ready; it has said:\n" + tail());
    }
    return said;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Sends it a signal, as {@code kill} does. */
  void signal(String name) throws IOException, InterruptedException {
    List<String> command = List.of("kill", "-" + name, String.valueOf(process.pid()));
    if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
      throw new IOException(String.join(" ", command) + " failed");
    }
  }

  /** As {@code kill -9} does; waits for the end. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Asks it to stop with SIGTERM, and waits for the end. */
  void stop(Duration patience) throws IOException, InterruptedException {
    process.destroy();
    if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IOException("a child did not stop within " + patience);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
