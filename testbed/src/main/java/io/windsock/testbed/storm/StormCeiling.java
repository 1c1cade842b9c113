package io.windsock.testbed.storm;

import io.windsock.testbed.process.ChildProcess;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * What the displays of a storm achieve by themselves: the same number of them at a server in
 * another process of this machine that does as little as possible. A storm whose times are near to
 * these measures the displays, not the site. One thread owns it.
 */
public final class StormCeiling implements AutoCloseable {
  private static final List<String> JVM = List.of("-Xms256m", "-Xmx512m");
  private static final int WARM_UP_STORMS = 4;
  private static final int WARM_UP_DISPLAYS = 1_000;
  private static final int WARM_UP_BYTES = 20_000;
  private static final Duration WARM_UP_RAMP = Duration.ofMillis(500);
  private static final Duration RAMP = Duration.ofSeconds(1);

  private final StormOptions options;
  private final ChildProcess server;
  private final URI url;

  private StormCeiling(StormOptions options, ChildProcess server) {
    this.options = options;
    this.server = server;
    url = URI.create(server.await("ready"));
  }

  /**
   * Starts a static server.
   *
   * @param options of the storm whose displays are measured
   */
  public static StormCeiling start(StormOptions options) {
    List<String> args = List.of(Integer.toString(WARM_UP_BYTES));
    return new StormCeiling(options, ChildProcess.start(StaticStream.class, JVM, args));
  }

  /** Runs small storms there, so that the code of displays and server is compiled. */
  public void warmUp() throws InterruptedException {
    int displays = Math.min(options.clients(), WARM_UP_DISPLAYS);
    for (int i = 0; i < WARM_UP_STORMS; i++) {
      var unused = storm(displays, WARM_UP_RAMP, WARM_UP_BYTES);
    }
  }

  /**
   * Returns the times within which as many displays as those of the storm get their initial state:
   * all of them once, within the ramp of a burst, or within a second.
   *
   * @param stateBytes the size of an initial state
   */
  public StormSummary.Latency measure(long stateBytes) throws InterruptedException {
    Duration ramp = options.pattern() == StormPattern.burst ? options.ramp() : RAMP;
    long bytes = Math.min(StaticStream.MAX_BYTES, stateBytes);
    return storm(options.clients(), ramp, bytes).initialState();
  }

  private StormSummary storm(int displays, Duration ramp, long bytes) throws InterruptedException {
    String view = "all?bytes=" + bytes;
    return Storm.start(StormOptions.burst(List.of(url), view, displays, ramp, Duration.ZERO))
        .await();
  }

  @Override
  public void close() {
    server.close();
  }
}
