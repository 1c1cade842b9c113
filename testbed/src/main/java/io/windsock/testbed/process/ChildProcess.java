package io.windsock.testbed.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A JVM with the class path of this one. It prints {@code ready …} on standard output once it has
 * started, and exits when its standard input ends, so it never outlives this process.
 */
public final class ChildProcess implements AutoCloseable {
  private static final long STOP_TIMEOUT_MS = TimeUnit.SECONDS.toMillis(30);

  /** What a child prints must not depend on the user's locale: its parent parses some of it. */
  private static final List<String> FORMATS =
      List.of("-Duser.language.format=en", "-Duser.country.format=US");

  private final Process process;
  private final BufferedReader output;

  private ChildProcess(Process process) {
    this.process = process;
    this.output = process.inputReader(StandardCharsets.UTF_8);
  }

  /** Starts {@code main} with these arguments. */
  public static ChildProcess start(Class<?> main, List<String> jvmOptions, List<String> args) {
    return start(List.of(), main, jvmOptions, args);
  }

  /**
   * Starts {@code main} through another command.
   *
   * @param through a command that becomes the program of the arguments which follow it
   */
  public static ChildProcess start(
      List<String> through, Class<?> main, List<String> jvmOptions, List<String> args) {
    return start(through, System.getProperty("java.class.path"), main, jvmOptions, args);
  }

  /**
   * Starts {@code main} with another class path than this one's.
   *
   * @param classPath must have {@code main} and all that it uses
   */
  public static ChildProcess startWith(
      String classPath, Class<?> main, List<String> jvmOptions, List<String> args) {
    return start(List.of(), classPath, main, jvmOptions, args);
  }

  private static ChildProcess start(
      List<String> through,
      String classPath,
      Class<?> main,
      List<String> jvmOptions,
      List<String> args) {
    List<String> command = new ArrayList<>(through);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(FORMATS);
    command.addAll(jvmOptions);
    command.add("-cp");
    command.add(classPath);
    command.add(main.getName());
    command.addAll(args);
    try {
      return new ChildProcess(
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Waits for the next output line that starts with {@code word}; returns the rest of that line.
   */
  public String await(String word) {
    try {
      String line = output.readLine();
      while (line != null) {
        if (line.startsWith(word)) {
          return line.substring(word.length()).strip();
        }
        System.err.println(line);
        line = output.readLine();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new IllegalStateException("the child ended without printing '" + word + "'");
  }

  /**
   * As {@link #await(String)}, but kills the process if it has not printed such a line in time.
   *
   * @param patience how long it may take from now
   * @return the rest of the line, or null if the process was killed
   * @throws IllegalStateException if the process ended by itself without such a line
   */
  public @Nullable String await(String word, Duration patience) {
    long endNs = System.nanoTime() + patience.toNanos();
    Executor later = CompletableFuture.delayedExecutor(patience.toNanos(), TimeUnit.NANOSECONDS);
    CompletableFuture<Void> killing = CompletableFuture.runAsync(this::kill, later);
    try {
      return await(word);
    } catch (IllegalStateException | UncheckedIOException e) { // a kill may close the stream first
      if (System.nanoTime() - endNs < 0) {
        throw e;
      }
      kill(); // again, to wait until it has ended
      return null;
    } finally {
      killing.cancel(false);
    }
  }

  /** Writes a line to the process's standard input. */
  public void tell(String line) {
    try {
      process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether the process is running. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Stops the process where it is, until {@link #resume}. */
  public void pause() {
    signal("STOP");
  }

  /** Continues a paused process; does nothing if it is running. */
  public void resume() {
    signal("CONT");
  }

  private void signal(String name) {
    try {
      new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the process at once, and waits until it has ended. */
  public void kill() {
    process.destroyForcibly().onExit().join();
  }

  /** Returns the id of the process. */
  public long pid() {
    return process.pid();
  }

  /** Returns the processor time used by all threads, in µs, with a resolution of 10 ms. */
  public long cpuUs() {
    return process.toHandle().info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1_000;
  }

  /** Ends the process, and waits until it has ended; kills it if it takes longer than 30 s. */
  @Override
  public void close() {
    close(STOP_TIMEOUT_MS);
  }

  /** As {@link #close()}, with another time that it may take. */
  void close(long timeoutMs) {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(timeoutMs, TimeUnit.MILLISECONDS)) {
        kill();
      }
    } catch (IOException e) {
      kill();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      kill();
    }
  }
}
