package io.windsock.platform.telemetry;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts samples that could not be published, and logs the beginning and the end of each such
 * period. Any thread may use it.
 */
final class SampleDrops {
  private static final Logger LOG = LoggerFactory.getLogger(SampleDrops.class);

  private final String role;
  private final String topic;
  private long count;
  private long countBefore;
  private boolean dropping;

  SampleDrops(String role, String topic) {
    this.role = role;
    this.topic = topic;
  }

  /** Counts a dropped sample; returns whether it is the first of a period. */
  synchronized boolean dropped(String reason) {
    count++;
    boolean first = !dropping;
    if (first) {
      dropping = true;
      countBefore = count - 1;
      LOG.warn("{}: samples for topic '{}' are dropped: {}", role, topic, reason);
    }
    return first;
  }

  synchronized void published() {
    if (dropping) {
      dropping = false;
      LOG.info("{}: samples reach topic '{}' again; {} dropped", role, topic, count - countBefore);
    }
  }

  /** Returns the number of samples dropped so far. */
  synchronized long count() {
    return count;
  }
}
