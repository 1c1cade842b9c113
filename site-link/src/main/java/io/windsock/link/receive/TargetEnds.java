package io.windsock.link.receive;

import io.windsock.link.batch.TargetRun;
import io.windsock.platform.copy.OffsetPair;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;

/**
 * Where the target's partitions end. What a transaction will add is known before it is committed,
 * because nobody else writes to them: its records, and a marker. Owned by the thread that writes.
 */
final class TargetEnds {
  private static final int MARKER = 1;

  private final Map<TopicPartition, Long> ends;

  /**
   * Creates the ends.
   *
   * @param found where the partitions end, without a transaction of the link under way
   */
  TargetEnds(Map<TopicPartition, Long> found) {
    ends = new HashMap<>(found);
  }

  /**
   * Adds a batch to what a transaction has.
   *
   * @param reached by partition of which the transaction has records, the point after the last one
   */
  void extend(Map<TopicPartition, OffsetPair> reached, List<TargetRun> runs) {
    for (TargetRun run : runs) {
      if (!run.records().isEmpty()) {
        TopicPartition partition = run.range().partition();
        OffsetPair earlier = reached.get(partition);
        long from = earlier == null ? ends.getOrDefault(partition, 0L) : earlier.target();
        reached.put(partition, new OffsetPair(run.after(), from + run.records().size()));
      }
    }
  }

  /**
   * Takes what a transaction has added.
   *
   * @param reached what was computed before it was committed
   * @param last by partition, its last record
   * @throws KafkaException if that is not so, because somebody else writes to a partition
   */
  void committed(
      Map<TopicPartition, OffsetPair> reached, Map<TopicPartition, Future<RecordMetadata>> last) {
    last.forEach(
        (partition, record) -> {
          long end = offset(record) + 1;
          OffsetPair expected = reached.get(partition);
          if (expected == null || expected.target() != end) {
            throw new KafkaException(
                "%s has a batch up to %d, and %s was expected: only the link may write to it"
                    .formatted(partition, end, expected));
          }
          ends.put(partition, end + MARKER);
        });
  }

  private static long offset(Future<RecordMetadata> record) {
    try {
      return record.get().offset(); // it is committed, so this does not wait
    } catch (ExecutionException e) {
      throw new KafkaException(String.valueOf(e.getCause()), e);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }
}
