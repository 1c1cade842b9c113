package io.windsock.control.policy;

import io.windsock.control.monitor.Observation;

/**
 * Decides how the mirroring follows the measurements. A policy is a pure function: the same
 * observation and state always give the same outcome.
 */
public interface Policy {
  /**
   * Decides on one observation.
   *
   * @param seen the measurements; not older than the previous observation
   * @param before the state from the previous outcome
   */
  Outcome decide(Observation seen, PolicyState before);
}
