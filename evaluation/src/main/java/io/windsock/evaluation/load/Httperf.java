package io.windsock.evaluation.load;

import io.windsock.contracts.config.Failure;
import io.windsock.evaluation.machine.AtExit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A running process of the load generator {@code httperf}, which makes calls to one target. Open
 * loop: a connection is opened at its intended time regardless of the others. The calls of one
 * connection follow each other, each after the previous response.
 *
 * <p>httperf uses {@code select}, so at most {@value #MAX_CONNECTIONS} connections are open at
 * once, whatever the limit of open files. The calls of a connection beyond that fail at once and
 * count as {@link Answers#unopened}: they are a limit of the generator, not of the target. {@link
 * Calls#mostConnections} is the number that a schedule can need. If it is higher, use a shorter
 * timeout or a lower rate.
 *
 * <p>httperf uses any free port, and resets each connection after its last response. A connection
 * that is closed normally blocks its port for a minute; at more than about 1,000 connections per
 * second no port would be free, and httperf would fall behind its schedule.
 *
 * <p>One thread owns it.
 */
public final class Httperf implements AutoCloseable {
  /** FD_SETSIZE, without the descriptors that httperf needs for itself. */
  public static final int MAX_CONNECTIONS = 1020;

  private static final double NS_PER_SECOND = 1e9;

  private final Process process;
  private final @Nullable Path paths;
  private final CompletableFuture<String> output;
  private final AtExit abort;

  private Httperf(Process process, @Nullable Path paths) {
    this.process = process;
    abort = AtExit.run("httperf-abort", process::destroyForcibly);
    this.paths = paths;
    this.output = CompletableFuture.supplyAsync(this::read, Httperf::onItsOwnThread);
  }

  /** httperf blocks if nobody reads what it prints. */
  private static void onItsOwnThread(Runnable task) {
    Thread thread = new Thread(task, "httperf-output");
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * A schedule of calls.
   *
   * @param target the URL
   * @param others further paths of its host, with their queries; connections take the target's and
   *     these in turn
   * @param perSecond calls per second; httperf's rate is that of connections, {@code
   *     perSecond/callsPerConnection}
   * @param count number of calls, rounded up to whole connections
   * @param timeout how long a call may take; the connection is then closed
   * @param callsPerConnection calls on each connection, one after the other
   */
  public record Calls(
      URI target,
      List<String> others,
      double perSecond,
      long count,
      Duration timeout,
      int callsPerConnection) {
    /** All calls are to the target. */
    public Calls(
        URI target, double perSecond, long count, Duration timeout, int callsPerConnection) {
      this(target, List.of(), perSecond, count, timeout, callsPerConnection);
    }

    /** Checks the numbers. */
    public Calls {
      if (perSecond <= 0 || count < 1 || callsPerConnection < 1 || seconds(timeout) <= 0) {
        throw new IllegalArgumentException(
            "%s calls/s, %d calls, %d per connection, timeout %s: all must be positive"
                .formatted(perSecond, count, callsPerConnection, timeout));
      }
      if (target.getHost() == null || target.getPort() < 0) {
        throw new IllegalArgumentException("'" + target + "' must have a host and a port");
      }
      others = List.copyOf(others);
    }

    /**
     * Returns the number of connections that are open at once if every call takes as long as the
     * timeout permits.
     */
    public long mostConnections() {
      return Math.min((long) Math.ceil(perSecond * seconds(timeout)), connections());
    }

    /**
     * Returns schedules that make these calls together, as few as have no more connections open at
     * once than a process can have.
     */
    public List<Calls> divided() {
      int parts = (int) Math.max(1, (mostConnections() + MAX_CONNECTIONS - 1) / MAX_CONNECTIONS);
      Calls part =
          new Calls(
              target,
              others,
              perSecond / parts,
              Math.max(1, Math.round((double) count / parts)),
              timeout,
              callsPerConnection);
      return Collections.nCopies(parts, part);
    }

    private long connections() {
      return (count + callsPerConnection - 1) / callsPerConnection;
    }

    private static double seconds(Duration duration) {
      return duration.toNanos() / NS_PER_SECOND;
    }

    /** As httperf reads them: each path ends with a zero byte. */
    private String paths() {
      return path() + '\0' + String.join("\0", others) + '\0';
    }

    private List<String> command(@Nullable Path paths) {
      return List.of(
          "httperf",
          "--hog",
          "--close-with-reset",
          "--server=" + target.getHost(),
          "--port=" + target.getPort(),
          paths == null ? "--uri=" + path() : "--wlog=y," + paths,
          "--rate=" + decimal(perSecond / callsPerConnection),
          "--num-conns=" + connections(),
          "--num-calls=" + callsPerConnection,
          "--timeout=" + decimal(seconds(timeout)));
    }

    private String path() {
      String path = target.getRawPath().isEmpty() ? "/" : target.getRawPath();
      return target.getRawQuery() == null ? path : path + "?" + target.getRawQuery();
    }

    private static String decimal(double value) {
      return String.format(Locale.ROOT, "%.6f", value);
    }
  }

  /**
   * Checks that httperf is installed.
   *
   * @throws Failure if it is not
   */
  public static void require() {
    try {
      launch(List.of("httperf", "--help")).getInputStream().close();
    } catch (IOException e) {
      throw new Failure("httperf is not installed; on Debian: apt-get install httperf", e);
    }
  }

  /**
   * Starts the calls.
   *
   * @throws Failure if httperf is not installed
   */
  public static Httperf start(Calls calls) {
    require();
    try {
      Path paths = null;
      if (!calls.others().isEmpty()) {
        paths = Files.writeString(Files.createTempFile("httperf", ".paths"), calls.paths());
        paths.toFile().deleteOnExit();
      }
      return started(launch(calls.command(paths)), paths);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Httperf started(Process process, @Nullable Path paths) {
    try {
      return new Httperf(process, paths);
    } catch (IllegalStateException e) { // the program is stopping
      process.destroyForcibly();
      throw e;
    }
  }

  private static Process launch(List<String> command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("LC_ALL", "C");
    return builder.start();
  }

  private String read() {
    try {
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return e.toString();
    }
  }

  /**
   * Waits for the end of all calls.
   *
   * @throws IllegalStateException if httperf ends without a report, also because it was closed; the
   *     message has its output
   */
  public Answers await() throws InterruptedException {
    process.waitFor();
    return Answers.parse(output.join());
  }

  /** Whether calls are left to be made, or to be answered. */
  public boolean isRunning() {
    return process.isAlive();
  }

  /** Ends the calls that are in progress; the end of the program does so, too. */
  @Override
  public void close() {
    process.destroyForcibly();
    var unusedAbort = abort.cancel();
    if (paths != null) {
      var unused = paths.toFile().delete();
    }
  }
}
