package io.windsock.contracts.query;

/**
 * The condition of a site or gateway that answers calls, as each of its batches reports it.
 *
 * @param name its name, at most {@link BatchBounds#MAX_NAME_BYTES} bytes of UTF-8
 * @param incarnation this run of it, drawn anew at each start; bounded like the name
 * @param ready whether it takes calls: <em>state-ready</em> in Friedman and Birman, "Using Group
 *     Communication Technology to Implement a Reliable and Scalable Distributed IN Coprocessor",
 *     section 4.2
 * @param draining whether it is about to be stopped, so that it should get no new calls
 * @param pendingKeys calls of kind {@link Question.Kind#KEY} that it has not answered
 * @param pendingViews calls of kind {@link Question.Kind#VIEW} that it has not answered
 */
public record Responder(
    String name,
    String incarnation,
    boolean ready,
    boolean draining,
    int pendingKeys,
    int pendingViews) {
  /** Returns the calls of a kind that it has not answered. */
  public int pending(Question.Kind kind) {
    return kind == Question.Kind.KEY ? pendingKeys : pendingViews;
  }

  /** Returns whether it should get new calls. */
  public boolean takesCalls() {
    return ready && !draining;
  }
}
