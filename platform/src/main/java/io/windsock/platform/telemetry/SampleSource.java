package io.windsock.platform.telemetry;

import org.apache.avro.specific.SpecificRecord;

/** Says how a role is. One thread calls it. */
@FunctionalInterface
public interface SampleSource {
  /**
   * A sample of this moment.
   *
   * @param nowMs ms since the epoch
   */
  SpecificRecord sample(long nowMs);
}
