package io.windsock.gateway.http.pass;

import io.windsock.contracts.config.ConfigCheck;
import java.time.Duration;

/**
 * The bounds of requests that a gateway passes through to sites.
 *
 * @param streams the most requests passed through at once, streams of updates included; default
 *     10,000
 * @param connect how long a connection to a site may take; default 1 s
 * @param head how long a site may take to begin its answer before another one is asked; default 5
 *     s, more than the 2 s for which a site waits to reach a client's position
 * @param silence how long a site may send nothing within an answer before it counts as dead;
 *     default 15 s, three heartbeats of a stream of updates
 */
public record PassBounds(int streams, Duration connect, Duration head, Duration silence) {
  private static final int MAX_STREAMS = 1_000_000;

  /** Returns the default bounds. */
  public static PassBounds standard() {
    return new PassBounds(
        10_000, Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(15));
  }

  /** Adds the faults of these bounds. */
  public void check(ConfigCheck check) {
    check.range("pass.streams", streams, 1, MAX_STREAMS);
    check.positive("pass.connect", connect);
    check.positive("pass.head", head);
    check.positive("pass.silence", silence);
  }
}
