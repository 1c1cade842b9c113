package io.windsock.testbed.calls.tally;

import io.windsock.testbed.process.Host;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a load.
 *
 * @param host the machine of the generator
 * @param version of Windsock
 * @param began when counting began, UTC, ISO 8601
 * @param load what was sent, and where
 * @param ceiling what the generator achieves at a static server; null if it was not measured
 * @param baseline the same load at a static server; null if it was not measured, or not kept
 * @param warnings why the figures may not be those of the servers
 * @param seconds from the first counted call's time to the last one's outcome
 * @param counts the calls
 * @param inTimeShare the share of the calls in time, 0 to 1
 * @param latency their times
 * @param generator what the generator itself did
 * @param gateways what the gateways counted; null if they were not asked
 * @param actions what was done to the servers meanwhile
 * @param intervals the same by the second in which the calls were due
 */
public record CallsResult(
    Host host,
    String version,
    String began,
    Load load,
    @Nullable Alone ceiling,
    @Nullable Alone baseline,
    List<String> warnings,
    double seconds,
    Counts counts,
    double inTimeShare,
    Latency latency,
    Generator generator,
    @Nullable GatewayCounts gateways,
    List<ActionReport> actions,
    List<IntervalResult> intervals) {
  /** Copies the lists. */
  public CallsResult {
    warnings = List.copyOf(warnings);
    actions = List.copyOf(actions);
    intervals = List.copyOf(intervals);
  }

  /**
   * What was sent, and where.
   *
   * @param servers the URLs
   * @param transport links or HTTP
   * @param perSecond the intended rate of calls
   * @param arrivals the distribution of their times
   * @param seed what times and keys were drawn from
   * @param deadlineMs within which an answer counts
   * @param keys which keys were asked for
   * @param viewShare the share of calls for a view
   */
  public record Load(
      List<String> servers,
      String transport,
      double perSecond,
      String arrivals,
      long seed,
      int deadlineMs,
      String keys,
      double viewShare) {}

  /**
   * What the generator itself did.
   *
   * @param cpuUsPerCall the processor time of its process, µs a call
   * @param latestSendMs the longest time by which a call was sent after its intended time, which
   *     latencies include
   * @param redundant answers that came to calls which had their outcome, and were dropped
   */
  public record Generator(double cpuUsPerCall, double latestSendMs, long redundant) {}

  /**
   * What the generator achieves at a static server on the same machine, at a rate at which nearly
   * all calls were in time.
   *
   * @param perSecond the rate; for a ceiling the highest one
   * @param cpuUsPerCall the processor time of the generator's process, µs a call
   * @param serverCpuUsPerCall that of the static server
   * @param p50Ms the median latency
   * @param p99Ms its 99th percentile
   */
  public record Alone(
      double perSecond,
      double cpuUsPerCall,
      double serverCpuUsPerCall,
      double p50Ms,
      double p99Ms) {}

  /**
   * Something that was done to the servers.
   *
   * @param atMs when, ms after the beginning
   * @param action what
   * @param detail what came of it
   */
  public record ActionReport(long atMs, String action, String detail) {}

  /** Returns whether each call had exactly one outcome, and any had an answer. */
  public boolean isSound() {
    return counts.duplicates() == 0 && counts.lost() == 0 && counts.inTime() > 0;
  }
}
