package io.windsock.topology.streams;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.common.TopicPartition;

/**
 * Source records that were deleted before they were received, as detected by this instance's
 * consumers. Ranges stay here after they are accounted for, because a transaction that replaces an
 * aborted one accounts for them again. The consumers' threads write; the tasks' threads read.
 */
final class LostRanges {
  /**
   * The maximum number of ranges per partition; the transactions of older ones have long been
   * committed.
   */
  private static final int MAX_RANGES = 64;

  private final Map<TopicPartition, List<Range>> ranges = new ConcurrentHashMap<>();

  /**
   * Offsets whose records were deleted.
   *
   * @param after the position that the task must have reached, so that no record before the range
   *     is outstanding; below {@code from} if a transaction's end or aborted records lie between
   * @param from the first offset
   * @param to the offset after the last: the partition's beginning at that time
   * @param uncommitted whether the partition had no committed offset; {@code from} is then 0, and
   *     records that a task did not receive in its first run do not belong to it
   */
  record Range(long after, long from, long to, boolean uncommitted) {}

  /**
   * Notes that {@code from} was next, but the partition begins at {@code to}.
   *
   * @param after the offset after the last record returned; 0 if there is none
   */
  void note(TopicPartition partition, long after, long from, long to) {
    add(partition, new Range(after, from, to, false));
  }

  /** Notes that no offset was committed, and that the partition begins at {@code to}. */
  void noteUncommitted(TopicPartition partition, long to) {
    add(partition, new Range(0, 0, to, true));
  }

  private void add(TopicPartition partition, Range range) {
    List<Range> all = ranges.computeIfAbsent(partition, p -> new CopyOnWriteArrayList<>());
    all.add(range);
    if (all.size() > MAX_RANGES) {
      all.remove(0);
    }
  }

  /** Returns whether nothing was ever noted. */
  boolean isEmpty() {
    return ranges.isEmpty();
  }

  /** Returns the ranges of a partition, oldest first. */
  List<Range> of(TopicPartition partition) {
    return ranges.getOrDefault(partition, List.of());
  }
}
