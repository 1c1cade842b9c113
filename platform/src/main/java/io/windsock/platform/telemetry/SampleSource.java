package io.windsock.platform.telemetry;

import org.apache.avro.specific.SpecificRecord;

/** A source of samples of a role's state. One thread calls it. */
@FunctionalInterface
public interface SampleSource {
  /**
   * Returns a sample of the current state.
   *
   * @param nowMs ms since the epoch
   */
  SpecificRecord sample(long nowMs);
}
