package io.windsock.link.receive;

import io.windsock.link.batch.TargetRun;
import io.windsock.platform.copy.OffsetPair;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;

/**
 * Where the target's partitions end. What a transaction will add is known before it is committed,
 * because nobody else writes to them: its records. How many markers follow is only assumed: there
 * is one, unless the coordinator of transactions failed over while it wrote them, and wrote one
 * twice. So a transaction is committed only once its records have the offsets that were computed.
 * Owned by the thread that writes.
 */
final class TargetEnds {
  /** The offsets that the end of a transaction takes in each partition that it has written. */
  static final int MARKER = 1;

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
   * Checks a transaction whose records are all written. Only the last one of each partition has to
   * be looked at: it has its offset only if nothing else was written between the end before and it.
   * A record that could not be written is passed over, because it fails the commit by itself.
   *
   * @param reached what was computed
   * @param last by partition, its last record
   * @throws KafkaException if a record has another offset, or it is not known; the transaction must
   *     not be committed. The next session finds out why: what is between is markers, or somebody
   *     else's records
   */
  void check(
      Map<TopicPartition, OffsetPair> reached, Map<TopicPartition, Future<RecordMetadata>> last) {
    last.forEach(
        (partition, record) -> {
          OffsetPair expected = reached.get(partition);
          OptionalLong end = end(partition, record);
          if (end.isPresent() && (expected == null || expected.target() != end.getAsLong())) {
            throw new KafkaException(
                "%s has the batch up to %d, and %s was expected, so it was not committed: a marker was written twice, or somebody else writes there, which only the link may"
                    .formatted(
                        partition,
                        end.getAsLong(),
                        expected == null ? "none" : String.valueOf(expected.target())));
          }
        });
  }

  /** Takes in a transaction that was checked and is committed. */
  void committed(Map<TopicPartition, OffsetPair> reached) {
    reached.forEach((partition, end) -> ends.put(partition, end.target() + MARKER));
  }

  private static OptionalLong end(TopicPartition partition, Future<RecordMetadata> record) {
    try {
      RecordMetadata written = record.get(); // does not wait
      if (!written.hasOffset()) { // it was sent twice, and the broker knows only that it has it
        throw new KafkaException(
            "the target did not say where the batch is in %s, so it was not committed"
                .formatted(partition));
      }
      return OptionalLong.of(written.offset() + 1);
    } catch (ExecutionException e) {
      return OptionalLong.empty();
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }
}
