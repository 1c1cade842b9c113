package io.windsock.platform.link;

import io.windsock.contracts.config.ConfigCheck;
import java.time.Duration;

/**
 * Times and bounds of links. Immutable; validated when created.
 *
 * @param heartbeat the longest time between two batches of a side that answers: with nothing to
 *     send it sends an empty one. A side that calls does so several times within {@code silence}
 * @param silence how long a peer may send nothing before the link is closed; a client then connects
 *     again. Longer than any pause that a peer may survive: who sends it calls excludes it sooner
 * @param minSweep the least time that calls wait for more under load; see {@link Sweep}
 * @param maxSweep the longest; 15 ms in Friedman and Birman, section 3.3
 * @param batchItems the calls or answers at which a batch is sent at once
 * @param batchBytes the bytes at which a batch is sent at once
 * @param pauseBytes the bytes on their way to the peer at which further batches wait
 * @param waitingBytes the bytes, on their way or waiting, at which further calls or answers are
 *     refused
 * @param connect how long connecting may take
 * @param minBackoff the time before the first attempt to connect again; doubles with each
 * @param maxBackoff the longest such time
 * @param maxStreams the most streams that one event loop of a server accepts
 */
public record LinkBounds(
    Duration heartbeat,
    Duration silence,
    Duration minSweep,
    Duration maxSweep,
    int batchItems,
    int batchBytes,
    int pauseBytes,
    int waitingBytes,
    Duration connect,
    Duration minBackoff,
    Duration maxBackoff,
    int maxStreams) {
  /** Heartbeats of a caller within the silence after which its stream is ended. */
  private static final int CALLERS_BEATS = 5;

  /** Ticks per heartbeat. */
  private static final int TICKS = 4;

  /** Validates the bounds and reports every fault. */
  public LinkBounds {
    ConfigCheck check = new ConfigCheck("link");
    check.positive("heartbeat", heartbeat);
    atLeast(check, "silence", silence, "heartbeat", heartbeat);
    check.positive("minSweep", minSweep);
    atLeast(check, "maxSweep", maxSweep, "minSweep", minSweep);
    check.positive("batchItems", batchItems);
    check.positive("batchBytes", batchBytes);
    check.positive("pauseBytes", pauseBytes);
    check.positive("waitingBytes", waitingBytes);
    check.positive("connect", connect);
    check.positive("minBackoff", minBackoff);
    atLeast(check, "maxBackoff", maxBackoff, "minBackoff", minBackoff);
    check.positive("maxStreams", maxStreams);
    check.done();
  }

  private static void atLeast(
      ConfigCheck check, String name, Duration value, String other, Duration least) {
    check.holds(value.compareTo(least) >= 0, name, value, "at least " + other + " (" + least + ")");
  }

  /** Returns the time between two looks at whether a heartbeat is due, ms. */
  long tickMs() {
    return Math.max(1, heartbeat.toMillis() / TICKS);
  }

  /**
   * Returns after how long without a batch a heartbeat is due, ns: so that it is sent in time
   * although ticks come between, and with time left for the way to the peer.
   */
  long quietNs() {
    return Math.max(1, heartbeat.toNanos() - tickMs() * 1_000_000);
  }

  /**
   * Returns after how long without a batch a caller's heartbeat is due, ns. Who answers is excluded
   * after a short silence; of a caller only the stream is ended, after a long one.
   */
  long callersQuietNs() {
    return Math.max(quietNs(), silence.toNanos() / CALLERS_BEATS);
  }

  /** Returns a sweep within these bounds. */
  Sweep sweep() {
    return new Sweep(minSweep.toNanos(), maxSweep.toNanos());
  }

  /** Returns the default bounds. */
  public static LinkBounds standard() {
    return new LinkBounds(
        Duration.ofMillis(100),
        Duration.ofSeconds(5),
        Duration.ofMillis(1),
        Duration.ofMillis(15),
        512,
        64 << 10,
        256 << 10,
        4 << 20,
        Duration.ofSeconds(1),
        Duration.ofMillis(20),
        Duration.ofSeconds(1),
        256);
  }
}
