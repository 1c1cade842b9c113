package io.windsock.evaluation.capacity;

/**
 * How much of one resource a role uses.
 *
 * @param resource such as {@code processors}
 * @param share of what it may use, which headroom has reduced; above 1 is too much
 */
public record Use(String resource, double share) {
  /** The processors of a machine. */
  public static final String PROCESSORS = "processors";

  /** The one thread of a site that applies events, which more processors do not speed up. */
  public static final String APPLY_THREAD = "apply thread";

  /** Network bytes that a machine receives. */
  public static final String NETWORK_IN = "network in";

  /** Network bytes that a machine sends. */
  public static final String NETWORK_OUT = "network out";

  /** Streams that a site accepts at once. */
  public static final String STREAMS = "streams";
}
