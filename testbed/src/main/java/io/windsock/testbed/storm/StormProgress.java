package io.windsock.testbed.storm;

/**
 * The progress of a storm.
 *
 * @param state its phase
 * @param elapsedMs since its start
 * @param planned number of requests in its schedule
 * @param due requests whose time has come
 * @param answered requests that received all of their initial state
 * @param pending requests due and neither answered nor failed
 * @param following displays that currently follow updates
 * @param errors requests that failed, and displays that lost their site
 * @param updates updates received by all displays
 * @param bytes bytes received by all displays
 * @param p50Ms median time from a request's intended time to all of its initial state
 * @param p99Ms 99th percentile of it
 * @param maxMs the longest
 */
public record StormProgress(
    State state,
    long elapsedMs,
    long planned,
    long due,
    long answered,
    long pending,
    long following,
    long errors,
    long updates,
    long bytes,
    double p50Ms,
    double p99Ms,
    double maxMs) {
  /** The phases of a storm, in order; the last two are final. */
  public enum State {
    /** Requests are being sent or are still unanswered. */
    STORMING,
    /** All requests are answered; displays follow updates. */
    FOLLOWING,
    /** Ended as planned. */
    ENDED,
    /** Stopped early. */
    STOPPED
  }
}
