package io.windsock.gateway.http.pass;

import io.windsock.contracts.config.ConfigCheck;
import java.time.Duration;

/**
 * The bounds of requests that a gateway passes through to sites.
 *
 * @param streams the most requests passed through at once, streams of updates and those that wait
 *     for their turn included; default 10,000
 * @param asking the most of them that wait for the beginning of a site's answer at once; the event
 *     loops share them evenly, each has at least one; default 64
 * @param patience how long a request may wait for its turn to ask a site; default 30 s
 * @param connect how long a connection to a site may take; default 1 s
 * @param head how long a site may take to begin its answer before another one is asked; default 5
 *     s, more than the 2 s for which a site waits to reach a client's position
 * @param silence how long a site may send nothing within an answer before it counts as dead;
 *     default 15 s, three heartbeats of a stream of updates
 */
public record PassBounds(
    int streams, int asking, Duration patience, Duration connect, Duration head, Duration silence) {
  private static final int MAX_STREAMS = 1_000_000;

  /** Returns the default bounds. */
  public static PassBounds standard() {
    return new PassBounds(
        10_000,
        64,
        Duration.ofSeconds(30),
        Duration.ofSeconds(1),
        Duration.ofSeconds(5),
        Duration.ofSeconds(15));
  }

  /** Returns the same times of sites with other bounds on requests. */
  public PassBounds withRequests(int most, int mostAsking, Duration longestWait) {
    return new PassBounds(most, mostAsking, longestWait, connect, head, silence);
  }

  /** Returns the same bounds on requests with other times of sites. */
  public PassBounds withSites(
      Duration longestConnect, Duration longestHead, Duration longestSilence) {
    return new PassBounds(streams, asking, patience, longestConnect, longestHead, longestSilence);
  }

  /** Returns how many turns each of several event loops has. */
  int askingOf(int loops) {
    return Math.max(1, asking / loops);
  }

  /** Adds the faults of these bounds; those of the command's options have the options' names. */
  public void check(ConfigCheck check) {
    check.range("passRequests", streams, 1, MAX_STREAMS);
    check.range("passAsking", asking, 1, MAX_STREAMS);
    check.positive("passWaitMs", patience.toMillis());
    check.positive("pass.connect", connect);
    check.positive("pass.head", head);
    check.positive("pass.silence", silence);
  }
}
