package io.windsock.topology.streams;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.common.TopicPartition;

/**
 * Source records that were deleted before they were received, as the consumers of this instance
 * find out. They stay here once they are accounted for: a transaction that is aborted accounts for
 * them again. The consumers' threads write, the tasks' threads read.
 */
final class LostRanges {
  /** Ranges kept of one partition; of older ones the transaction has long been committed. */
  private static final int MAX_RANGES = 64;

  private final Map<TopicPartition, List<Range>> ranges = new ConcurrentHashMap<>();

  /**
   * Offsets without their records.
   *
   * @param from the first
   * @param to the one after the last: where the partition began then
   */
  record Range(long from, long to) {}

  /** Takes down that {@code from} was to be received, and the partition begins at {@code to}. */
  void note(TopicPartition partition, long from, long to) {
    List<Range> all = ranges.computeIfAbsent(partition, p -> new CopyOnWriteArrayList<>());
    all.add(new Range(from, to));
    if (all.size() > MAX_RANGES) {
      all.remove(0);
    }
  }

  /** Whether nothing was ever lost. */
  boolean isEmpty() {
    return ranges.isEmpty();
  }

  /** What was lost of a partition, the oldest first. */
  List<Range> of(TopicPartition partition) {
    return ranges.getOrDefault(partition, List.of());
  }
}
