package io.windsock.testbed.storm;

/** When the displays of a storm ask for initial state; in lower case, as people type them. */
public enum StormPattern {
  /** Each once, evenly within the ramp. */
  burst,
  /** One after the other, at a rate that swings twice between nothing and double. */
  sine,
  /** One after the other, at a third of the rate, two thirds, the rate, two thirds, a third. */
  steps
}
