package io.windsock.site.sample;

import io.windsock.contracts.wire.SiteSample;

/** Says how a site is. One thread calls it. */
@FunctionalInterface
public interface SampleSource {
  /**
   * A sample of this moment.
   *
   * @param nowMs ms since the epoch
   */
  SiteSample sample(long nowMs);
}
