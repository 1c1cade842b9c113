package io.windsock.evaluation.bench;

/** Sentences and sizes that several experiments share. */
public final class Setups {
  public static final String CENTRAL =
      "The central node runs the broker, the topology and the central site under one CPU quota; a"
          + " regular client follows all updates.";
  public static final String EACH_MIRROR = "Each mirror has a node of its own, with its own quota.";
  public static final String SEQUENCE =
      "A sequence is sent as fast as the broker accepts it. Its execution ends when the central site"
          + " has sent the last update.";
  public static final String WITH_REQUESTS =
      "httperf requests initial state, the whole view, from the mirrors in turn. The execution ends"
          + " when, besides, every mirror has applied what was mirrored and all requests are"
          + " answered.";
  public static final String FULL_LOAD =
      "A load of 100 % is the rate at which updates become late under simple mirroring: it rises evenly"
          + " within less than half a minute, and from this rate on the mean delay stays above 300 ms; the median"
          + " of several such ramps. Over a longer time, the node keeps up with a little less.";

  /** Follows {@link #FULL_LOAD}. */
  public static final String EACH_ROUND = " It is measured before each round.";

  public static final String NONE = "None: the rules mirror no event, and the mirror is stopped.";
  public static final String FUNCTIONS =
      "Simple: every event is mirrored. Selective: the most recent of up to ten positions of a key"
          + " is.";
  public static final String NODES =
      "The paper's nodes are machines with two 300 MHz processors; ours share one machine and have"
          + " quotas. JIT compilers run beside the quota, as there is nothing left to compile in a"
          + " cluster that has run for days.";
  public static final String FEED =
      "The paper's stream has a fixed number of flight positions from a demonstration replay; ours"
          + " has generated positions, as many as fill a run.";

  /** The size of an event where size is not what varies, in bytes. */
  public static final int EVENT_BYTES = 1_000;

  private Setups() {}
}
