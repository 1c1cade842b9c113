package io.windsock.system;

import io.windsock.cli.Windsock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The windsock command in a JVM of its own, which can be killed and started again. */
public final class WindsockProcess implements AutoCloseable {
  /** How long sites and gateways rehearse, in place of 5 s: tests start many of them. */
  private static final List<String> REHEARSAL = List.of("--rehearsal-ms", "200");

  private final Path log;
  private final List<String> command = new ArrayList<>();
  private Process process;

  /**
   * Starts it.
   *
   * @param log where all that it says goes
   */
  public WindsockProcess(Path log, String... args) throws IOException {
    this.log = log;
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Windsock.class.getName()));
    command.addAll(List.of(args));
    if (List.of("site", "gateway").contains(args[0])) {
      command.addAll(REHEARSAL);
    }
    process = launch();
  }

  private Process launch() throws IOException {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .start();
  }

  /** Its process id; another one after each start. */
  long pid() {
    return process.pid();
  }

  /** Whether it runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /**
   * Waits until it ends by itself.
   *
   * @return what it answers the shell
   */
  int exitCode(Duration patience) throws InterruptedException {
    if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException(command + " still runs after " + patience);
    }
    return process.exitValue();
  }

  /**
   * Asks it to stop as an operator does (SIGTERM), waits until it has, then starts the same command
   * again on the same data.
   *
   * @return what it answered the shell
   */
  int stopAndRestart(Duration patience) throws IOException, InterruptedException {
    signal("TERM");
    int exitCode = exitCode(patience);
    restart();
    return exitCode;
  }

  /** {@code kill -9}, then the same command again on the same data. */
  void killAndRestart() throws IOException, InterruptedException {
    kill();
    restart();
  }

  /** The same command once more, after {@link #kill}. */
  void restart() throws IOException {
    process = launch();
  }

  /** Stops it where it is, with all its connections open, until {@link #resume}. */
  void suspend() throws IOException, InterruptedException {
    signal("STOP");
  }

  /** Lets it go on as if no time had passed. */
  void resume() throws IOException, InterruptedException {
    signal("CONT");
  }

  private void signal(String name) throws IOException, InterruptedException {
    Process kill =
        new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).inheritIO().start();
    if (kill.waitFor() != 0) {
      throw new IllegalStateException("kill -" + name + " " + process.pid() + " failed");
    }
  }

  /** {@code kill -9}, until {@link #restart}. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    if (!process.waitFor(2, TimeUnit.MINUTES)) {
      throw new IllegalStateException("process " + process.pid() + " survives kill -9");
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
