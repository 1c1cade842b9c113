package io.windsock.control.policy;

import io.windsock.control.monitor.Observation;

/**
 * How the mirroring follows what is measured. A function: the same observation and state give the
 * same outcome, always.
 */
public interface Policy {
  /** What people call it: {@code thresholds}, {@code objective}. */
  String name();

  /**
   * Decides on one observation.
   *
   * @param seen what is measured; not older than the last one
   * @param before the state of the last outcome
   */
  Outcome decide(Observation seen, PolicyState before);
}
