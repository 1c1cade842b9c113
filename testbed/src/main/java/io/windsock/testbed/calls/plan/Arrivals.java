package io.windsock.testbed.calls.plan;

/** The distribution of calls over time; lower-case on the command line. */
public enum Arrivals {
  /** Independent of one another, as those of many callers: a Poisson process. */
  poisson,
  /** At equal intervals. */
  uniform
}
