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
   * @param after how far the task must have received, so that nothing before the range is still to
   *     come; below {@code from} where a transaction's end or aborted records lie between
   * @param from the first
   * @param to the one after the last: where the partition began then
   * @param uncommitted whether nothing of the partition was committed: {@code from} is 0 then, and
   *     what a task has not received in its first run was never its to receive
   */
  record Range(long after, long from, long to, boolean uncommitted) {}

  /**
   * Takes down that {@code from} was to be received, and the partition begins at {@code to}.
   *
   * @param after the offset after the last record that was handed out; 0 if there is none
   */
  void note(TopicPartition partition, long after, long from, long to) {
    add(partition, new Range(after, from, to, false));
  }

  /** Takes down that no offset was committed, and the partition begins at {@code to}. */
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

  /** Whether nothing was ever noted. */
  boolean isEmpty() {
    return ranges.isEmpty();
  }

  /** What was noted of a partition, the oldest first. */
  List<Range> of(TopicPartition partition) {
    return ranges.getOrDefault(partition, List.of());
  }
}
