package io.windsock.link.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.link.run.Sites;
import io.windsock.platform.kafka.LogConsumers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Follows both sites, and compares each record that is committed at the target with the next one at
 * the source: one that is missing, repeated, out of order or altered fails at once. Owned by one
 * thread.
 */
final class PrefixCheck implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(20);
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final KafkaConsumer<byte[], byte[]> source;
  private final KafkaConsumer<byte[], byte[]> target;
  private final List<TopicPartition> partitions = Sites.partitions();

  /** By partition, what the source has and the target has not shown yet. */
  private final Map<TopicPartition, Deque<ConsumerRecord<byte[], byte[]>>> due = new HashMap<>();

  /** By partition, the source offset of the last record that the target has shown. */
  private final Map<TopicPartition, Long> shown = new HashMap<>();

  private long copied;

  PrefixCheck(Map<String, Object> source, Map<String, Object> target) {
    this.source = open(source);
    this.target = open(target);
    partitions.forEach(at -> due.put(at, new ArrayDeque<>()));
  }

  private KafkaConsumer<byte[], byte[]> open(Map<String, Object> kafka) {
    KafkaConsumer<byte[], byte[]> consumer = LogConsumers.open(kafka, LogConsumers.NO_RESET);
    consumer.assign(partitions);
    partitions.forEach(at -> consumer.seek(at, 0));
    return consumer;
  }

  /** Returns how many records the target has shown. */
  long copied() {
    return copied;
  }

  /** Takes what the target shows now. */
  void look() {
    for (ConsumerRecord<byte[], byte[]> copy : target.poll(POLL)) {
      compare(copy);
      copied++;
    }
  }

  /** Takes what the target shows, up to its present end. */
  void lookToEnd() {
    Map<TopicPartition, Long> ends = target.endOffsets(partitions, PATIENCE);
    long deadlineNs = System.nanoTime() + PATIENCE.toNanos();
    while (partitions.stream().anyMatch(at -> target.position(at) < ends.getOrDefault(at, 0L))) {
      look();
      assertThat(System.nanoTime()).as("the end of the target: %s", ends).isLessThan(deadlineNs);
    }
  }

  /**
   * Checks that the target has exactly what a position says, in every partition: whole batches.
   * Nobody may write to the target meanwhile.
   *
   * @param next by source partition, the offset after the last that the target has
   */
  void assertHasExactly(Map<TopicPartition, Long> next) {
    lookToEnd();
    for (TopicPartition at : partitions) {
      long upTo = next.getOrDefault(at, 0L);
      readSource(at, upTo);
      ConsumerRecord<byte[], byte[]> first = queue(at).peek();
      assertThat(first == null ? upTo : first.offset())
          .as("the first source offset that %s at the target lacks", at)
          .isGreaterThanOrEqualTo(upTo);
    }
    shown.forEach(
        (at, offset) ->
            assertThat(offset)
                .as("the last source offset that %s at the target shows", at)
                .isLessThan(next.getOrDefault(at, 0L)));
  }

  /** Waits until the target has shown everything that the source has. */
  void awaitAll() {
    Map<TopicPartition, Long> ends = source.endOffsets(partitions, PATIENCE);
    ends.forEach(this::readSource);
    long deadlineNs = System.nanoTime() + PATIENCE.toNanos();
    while (partitions.stream().anyMatch(at -> !queue(at).isEmpty())) {
      look();
      assertThat(System.nanoTime())
          .as("%d records copied; missing: %s", copied, missing())
          .isLessThan(deadlineNs);
    }
  }

  private Map<TopicPartition, Integer> missing() {
    Map<TopicPartition, Integer> counts = new HashMap<>();
    due.forEach((at, queue) -> counts.put(at, queue.size()));
    return counts;
  }

  private void compare(ConsumerRecord<byte[], byte[]> copy) {
    TopicPartition at = new TopicPartition(copy.topic(), copy.partition());
    long deadlineNs = System.nanoTime() + PATIENCE.toNanos();
    while (queue(at).isEmpty()) { // the source has it: the link has read it there
      readSource(POLL);
      assertThat(System.nanoTime())
          .as("record at the target that the source has not: %s", copy)
          .isLessThan(deadlineNs);
    }
    ConsumerRecord<byte[], byte[]> original = queue(at).remove();
    assertThat(same(copy, original))
        .as(
            "%s at the target, after the copy of %s, is a copy of %s, not of %s",
            copy, shown.get(at), original, later(copy))
        .isTrue();
    shown.put(at, original.offset());
  }

  /** Which of the next records at the source was copied instead: if any, those before are lost. */
  private String later(ConsumerRecord<byte[], byte[]> copy) {
    return queue(new TopicPartition(copy.topic(), copy.partition())).stream()
        .filter(next -> same(copy, next))
        .map(next -> "offset " + next.offset())
        .findFirst()
        .orElse("any of the next ones: it is repeated or was aborted");
  }

  private static boolean same(
      ConsumerRecord<byte[], byte[]> copy, ConsumerRecord<byte[], byte[]> original) {
    return copy.timestamp() == original.timestamp()
        && Arrays.equals(copy.key(), original.key())
        && Arrays.equals(copy.value(), original.value())
        && copy.headers().equals(original.headers());
  }

  private void readSource(TopicPartition at, long upTo) {
    long deadlineNs = System.nanoTime() + PATIENCE.toNanos();
    while (source.position(at) < upTo) {
      readSource(POLL);
      assertThat(System.nanoTime()).as("%s of the source at %d", at, upTo).isLessThan(deadlineNs);
    }
  }

  private void readSource(Duration wait) {
    for (ConsumerRecord<byte[], byte[]> record : source.poll(wait)) {
      queue(new TopicPartition(record.topic(), record.partition())).add(record);
    }
  }

  private Deque<ConsumerRecord<byte[], byte[]>> queue(TopicPartition at) {
    @Nullable Deque<ConsumerRecord<byte[], byte[]>> queue = due.get(at);
    if (queue == null) {
      throw new IllegalArgumentException(at + " is not followed");
    }
    return queue;
  }

  @Override
  public void close() {
    source.close();
    target.close();
  }
}
