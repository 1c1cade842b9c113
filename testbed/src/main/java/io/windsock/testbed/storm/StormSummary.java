package io.windsock.testbed.storm;

import java.util.List;
import java.util.Map;

/**
 * What a storm came to.
 *
 * @param stopped whether it was stopped before its end
 * @param sites base URLs of the sites that were asked
 * @param clients how many displays there were
 * @param pattern when they asked
 * @param elapsedMs from its start to its end
 * @param requests requests whose moment came
 * @param answered those that got all of their initial state
 * @param unfinished those under way when the storm was stopped; no errors
 * @param initialState from a request's intended moment to all of its initial state
 * @param errors how many of each kind, by what went wrong
 * @param updates updates received by all displays
 * @param bytes bytes received by all displays
 * @param latestSendMs by how much the latest request was sent after its intended moment: how far
 *     this process itself lagged, which the latencies contain
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
    double latestSendMs) {
  /**
   * Times of requests that were answered, ms; one that was not answered in time counts with the
   * time it was waited for.
   */
  public record Latency(
      long count, double p50Ms, double p90Ms, double p99Ms, double p999Ms, double maxMs) {}

  /** Whether nothing went wrong. */
  public boolean clean() {
    return errors.isEmpty();
  }
}
