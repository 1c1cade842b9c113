package io.windsock.testbed.storm;

/** When the displays of a storm request initial state; lower-case on the command line. */
public enum StormPattern {
  /** Each display once, evenly within the ramp. */
  burst,
  /** One after the other, at a rate that swings twice between zero and double. */
  sine,
  /** One after the other, at a third of the rate, two thirds, the rate, two thirds, a third. */
  steps
}
