package io.windsock.testbed.storm;

/**
 * How a storm is getting on.
 *
 * @param state where it is in its life
 * @param elapsedMs since its start
 * @param planned requests that its schedule has
 * @param due requests whose moment has come
 * @param answered requests that got all of their initial state
 * @param pending requests due and neither answered nor failed
 * @param following displays that follow updates now
 * @param errors requests that failed, and displays that lost their site
 * @param updates updates received by all displays
 * @param bytes bytes received by all displays
 * @param p50Ms median time from a request's intended moment to all of its initial state
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
  /** A storm's life, in order; the last two are ends. */
  public enum State {
    /** Requests are being sent, or still unanswered. */
    STORMING,
    /** All are answered; displays follow updates. */
    FOLLOWING,
    /** Over as planned. */
    ENDED,
    /** Stopped before. */
    STOPPED
  }
}
