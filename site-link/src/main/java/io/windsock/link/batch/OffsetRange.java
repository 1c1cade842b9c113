package io.windsock.link.batch;

import org.apache.kafka.common.TopicPartition;

/**
 * A stretch of a source partition. Offsets have holes, so the number of its records is at most
 * {@code next - from}.
 *
 * @param partition the source partition
 * @param from the offset at which the stretch begins
 * @param next the offset after its end
 */
public record OffsetRange(TopicPartition partition, long from, long next) {
  /** Checks the offsets. */
  public OffsetRange {
    if (from < 0 || next < from) {
      throw new IllegalArgumentException(partition + " from " + from + " to " + next);
    }
  }

  @Override
  public String toString() {
    return partition + "@" + from + ".." + next;
  }
}
