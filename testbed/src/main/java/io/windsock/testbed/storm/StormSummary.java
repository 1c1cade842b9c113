package io.windsock.testbed.storm;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a storm.
 *
 * @param stopped whether it was stopped before its end
 * @param sites base URLs of the sites
 * @param clients number of displays
 * @param pattern when the displays sent their requests
 * @param elapsedMs from its start to its end
 * @param requests requests that became due
 * @param answered requests that received all of their initial state
 * @param unfinished requests in flight when the storm was stopped; these are not errors
 * @param initialState from a request's intended time to all of its initial state
 * @param errors number of errors of each kind
 * @param updates updates received by all displays
 * @param bytes bytes received by all displays
 * @param stateBytes those of them that were initial state, of the requests that were answered
 * @param latestSendMs the longest delay between a request's intended time and its being sent: the
 *     lag of this process, which the latencies include
 * @param ceiling what as many displays of this process get from a static server on this machine, as
 *     a burst; null if it was not measured
 */
public record StormSummary(
    boolean stopped,
    List<String> sites,
    int clients,
    StormPattern pattern,
    long elapsedMs,
    long requests,
    long answered,
    long unfinished,
    Latency initialState,
    Map<String, Long> errors,
    long updates,
    long bytes,
    long stateBytes,
    double latestSendMs,
    @Nullable Latency ceiling) {
  /** Response times, ms; a request that timed out counts with the time waited for it. */
  public record Latency(
      long count, double p50Ms, double p90Ms, double p99Ms, double p999Ms, double maxMs) {}

  /** Returns the same result beside what the displays get from a static server. */
  public StormSummary withCeiling(Latency measured) {
    return new StormSummary(
        stopped,
        sites,
        clients,
        pattern,
        elapsedMs,
        requests,
        answered,
        unfinished,
        initialState,
        errors,
        updates,
        bytes,
        stateBytes,
        latestSendMs,
        measured);
  }

  /** Whether there were no errors. */
  public boolean clean() {
    return errors.isEmpty();
  }
}
