package io.windsock.topology.guard;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The newest committed record of a kind in a partition.
 *
 * @param begin where the partition begins; if above 0, records were deleted
 * @param holds whether the examined end holds any committed record
 * @param newest the newest record of the kind looked for; null if none was found
 */
record Tail(long begin, boolean holds, @Nullable ConsumerRecord<byte[], byte[]> newest) {
  /** How far back to search a partition, in offsets: first a short step, then the maximum. */
  private static final List<Long> LOOK_BACK = List.of(256L, 65_536L);

  private static final Duration POLL = Duration.ofMillis(100);

  /** Returns whether the partition has ever held a committed record. */
  boolean wasWritten() {
    return holds || begin > 0;
  }

  /** Reads the ends of these partitions. Records of open and aborted transactions do not count. */
  static Map<TopicPartition, Tail> read(
      Positions positions,
      Collection<TopicPartition> partitions,
      Predicate<ConsumerRecord<byte[], byte[]>> kind) {
    Map<TopicPartition, Tail> tails = new HashMap<>();
    try (var consumer = positions.reader()) {
      Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions);
      begins.forEach((partition, begin) -> tails.put(partition, new Tail(begin, false, null)));
      Map<TopicPartition, Long> ends = new HashMap<>(consumer.endOffsets(partitions));
      ends.entrySet().removeIf(end -> end.getValue() <= begins.getOrDefault(end.getKey(), 0L));
      for (long back : LOOK_BACK) {
        read(consumer, ends, back, kind, tails);
        ends.entrySet().removeIf(end -> of(tails, end.getKey()).isRead(end.getValue() - back));
      }
    }
    return tails;
  }

  private static void read(
      KafkaConsumer<byte[], byte[]> consumer,
      Map<TopicPartition, Long> ends,
      long back,
      Predicate<ConsumerRecord<byte[], byte[]>> kind,
      Map<TopicPartition, Tail> tails) {
    List<TopicPartition> unread = new ArrayList<>(ends.keySet());
    consumer.assign(unread);
    for (TopicPartition partition : unread) {
      consumer.seek(
          partition,
          Math.max(of(tails, partition).begin(), ends.getOrDefault(partition, 0L) - back));
    }
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(AdminReply.TIMEOUT_MS);
    while (!unread.isEmpty() && System.nanoTime() < deadline) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        TopicPartition partition = new TopicPartition(record.topic(), record.partition());
        tails.put(partition, of(tails, partition).with(record, kind.test(record)));
      }
      unread.removeIf(
          partition -> consumer.position(partition) >= ends.getOrDefault(partition, 0L));
    }
  }

  private static Tail of(Map<TopicPartition, Tail> tails, TopicPartition partition) {
    return Objects.requireNonNull(tails.get(partition));
  }

  /** Returns whether there is nothing more to find before {@code offset}, where the read began. */
  private boolean isRead(long offset) {
    return newest != null || offset <= begin;
  }

  private Tail with(ConsumerRecord<byte[], byte[]> record, boolean isOfKind) {
    return new Tail(begin, true, isOfKind ? record : newest);
  }
}
