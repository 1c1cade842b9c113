package io.windsock.evaluation.capacity;

/**
 * How often events and calls arrive together, per second, and share what an arrival costs. All
 * rates are those of arrivals at random times or of random keys.
 */
public final class Arrivals {
  /** How often per second the topology commits at the most, and so how often a site gets events. */
  private static final double COMMITS_PER_SECOND = 10;

  /** How often per second a link sends what has gathered at the most, under load. */
  private static final double SWEEPS_PER_SECOND = 1_000;

  private Arrivals() {}

  /** Returns how many transactions so many events are in. */
  public static double commits(double events) {
    return Math.min(events, COMMITS_PER_SECOND);
  }

  /** Returns in how many partitions transactions have events, counted for each transaction. */
  public static double partitionCommits(double events, double partitions) {
    return commits(events) * distinct(partitions, ofCommit(events));
  }

  /** Returns how many keys transactions change, counted for each transaction. */
  public static double changedKeys(double events, double keys) {
    return commits(events) * distinct(keys, ofCommit(events));
  }

  /** Returns in how many batches so many calls arrive. */
  public static double batches(double calls) {
    return SWEEPS_PER_SECOND * (1 - Math.exp(-calls / SWEEPS_PER_SECOND));
  }

  private static double ofCommit(double events) {
    return events == 0 ? 0 : events / commits(events);
  }

  /** Returns how many of {@code all} at least one of so many draws hits. */
  private static double distinct(double all, double draws) {
    return all <= 1 ? Math.min(all, draws) : all * (1 - Math.pow(1 - 1 / all, draws));
  }
}
