package io.windsock.testbed.storm;

import io.windsock.testbed.process.ChildProcess;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * What the displays of a storm achieve by themselves: the same number of them at a server in
 * another process of this machine that does as little as possible. A storm whose times are near to
 * these measures the displays, not the site.
 */
public final class StormCeiling {
  private static final List<String> JVM = List.of("-Xms256m", "-Xmx512m");
  private static final int WARM_UP_STORMS = 4;
  private static final int WARM_UP_DISPLAYS = 1_000;
  private static final int WARM_UP_BYTES = 20_000;
  private static final Duration WARM_UP_RAMP = Duration.ofMillis(500);
  private static final Duration RAMP = Duration.ofSeconds(1);
  private static final int MAX_BYTES = 16 << 20;

  private StormCeiling() {}

  /** Lets small storms break at a static server, so that the code of displays is compiled. */
  public static void warmUp(StormOptions options) throws InterruptedException {
    try (ChildProcess server = server(WARM_UP_BYTES)) {
      URI url = URI.create(server.await("ready"));
      int displays = Math.min(options.clients(), WARM_UP_DISPLAYS);
      for (int i = 0; i < WARM_UP_STORMS; i++) {
        var unused = storm(url, options.view(), displays, WARM_UP_RAMP);
      }
    }
  }

  /**
   * Returns the times within which as many displays as those of a storm get their initial state
   * from a static server: all of them once, within the ramp of a burst, or within a second.
   *
   * @param stateBytes the size of an initial state
   */
  public static StormSummary.Latency measure(StormOptions options, long stateBytes)
      throws InterruptedException {
    try (ChildProcess server = server((int) Math.min(MAX_BYTES, stateBytes))) {
      URI url = URI.create(server.await("ready"));
      Duration ramp = options.pattern() == StormPattern.burst ? options.ramp() : RAMP;
      return storm(url, options.view(), options.clients(), ramp).initialState();
    }
  }

  private static ChildProcess server(int bytes) {
    return ChildProcess.start(StaticStream.class, JVM, List.of(Integer.toString(bytes)));
  }

  private static StormSummary storm(URI url, String view, int displays, Duration ramp)
      throws InterruptedException {
    return Storm.start(StormOptions.burst(List.of(url), view, displays, ramp, Duration.ZERO))
        .await();
  }
}
