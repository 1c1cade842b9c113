package io.windsock.platform.kafka;

import io.windsock.contracts.position.Token;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/** Reads a range of a log once, in each partition's order. */
public final class LogReplay {
  private static final Duration POLL_WAIT = Duration.ofMillis(200);

  private LogReplay() {}

  /**
   * Passes every committed record of a topic before {@code upTo} to {@code visitor}.
   *
   * @param kafka the client's properties: at least the bootstrap servers
   * @param patience how long to continue without a record
   * @throws TimeoutException if the log does not reach the token in that time
   */
  public static void read(
      Map<String, Object> kafka,
      String topic,
      Token upTo,
      Duration patience,
      java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> visitor) {
    Map<TopicPartition, Long> ends = new HashMap<>();
    for (int p = 0; p < upTo.partitions(); p++) {
      ends.put(new TopicPartition(topic, p), upTo.next(p));
    }
    try (var consumer = LogConsumers.open(kafka, LogConsumers.NO_RESET)) {
      fromBeginning(consumer, ends, patience, visitor);
    }
  }

  /**
   * Reads from the beginning of these partitions to the given ends.
   *
   * @throws TimeoutException as {@link #onwards} does
   */
  public static void fromBeginning(
      Consumer<byte[], byte[]> consumer,
      Map<TopicPartition, Long> ends,
      Duration patience,
      java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> visitor) {
    consumer.assign(ends.keySet());
    consumer.beginningOffsets(ends.keySet()).forEach(consumer::seek);
    onwards(consumer, ends, patience, visitor);
  }

  /**
   * Reads from the consumer's current positions, in its partitions with an end. Later records are
   * not lost: the consumer's next poll returns them.
   *
   * @param ends by partition, the offset before which to stop
   * @throws TimeoutException if no record arrives for {@code patience} before the ends are reached
   */
  public static void onwards(
      Consumer<byte[], byte[]> consumer,
      Map<TopicPartition, Long> ends,
      Duration patience,
      java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> visitor) {
    Map<TopicPartition, Long> left = new HashMap<>(ends);
    Map<TopicPartition, Long> later = new HashMap<>();
    long deadlineNs = System.nanoTime() + patience.toNanos();
    while (hasMore(consumer, left)) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL_WAIT)) {
        TopicPartition partition = new TopicPartition(record.topic(), record.partition());
        if (record.offset() < ends.getOrDefault(partition, 0L)) {
          visitor.accept(record);
          deadlineNs = System.nanoTime() + patience.toNanos();
        } else {
          later.putIfAbsent(partition, record.offset());
        }
      }
      if (hasMore(consumer, left) && System.nanoTime() - deadlineNs > 0) {
        throw new TimeoutException(
            "nothing came for " + patience.toSeconds() + " s before the ends " + left);
      }
    }
    later.forEach(consumer::seek);
  }

  private static boolean hasMore(
      Consumer<byte[], byte[]> consumer, Map<TopicPartition, Long> left) {
    left.entrySet().removeIf(end -> consumer.position(end.getKey()) >= end.getValue());
    return !left.isEmpty();
  }
}
