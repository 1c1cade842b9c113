package io.windsock.link.receive;

import io.windsock.platform.copy.LinkPosition;
import io.windsock.platform.kafka.LogConsumers;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the target's partitions have after the last record that a link has written: markers and
 * aborted records, and nothing else. A target that has lost records, or a link whose last position
 * was lost, would otherwise be continued with a hole or a repetition. Used by the thread that opens
 * a session, before the session writes.
 */
final class TargetTail {
  private static final Logger LOG = LoggerFactory.getLogger(TargetTail.class);
  private static final Duration PATIENCE = Duration.ofSeconds(15);
  private static final Duration POLL_WAIT = Duration.ofMillis(200);

  /**
   * For how long aborted records are read: a link that fails for days leaves some at each attempt,
   * and must be able to open.
   */
  private static final long READ_NS = TimeUnit.SECONDS.toNanos(10);

  private final TargetTopics topics;
  private final String control;
  private final Consumer<byte[], byte[]> consumer;

  /** By partition, the offset after the last record that the link has written. */
  private final Map<TopicPartition, Long> written;

  private TargetTail(
      TargetTopics topics,
      String control,
      Consumer<byte[], byte[]> consumer,
      Map<TopicPartition, Long> written) {
    this.topics = topics;
    this.control = control;
    this.consumer = consumer;
    this.written = written;
  }

  /**
   * Checks partitions of the target.
   *
   * @param kafka the client's properties: at least the bootstrap servers
   * @param topics the topics of the same cluster
   * @param control the link's own topic, whose name is its transactional id
   * @param position what the target has of the link
   * @param ends where the partitions end, whether what is there is committed or not; no transaction
   *     of the link is under way
   * @throws RefusedLinkException if one ends before the link's last record, or has others after it
   * @throws KafkaException if the target does not answer, or a transaction is open
   */
  static void check(
      Map<String, Object> kafka,
      TargetTopics topics,
      String control,
      LinkPosition position,
      Map<TopicPartition, Long> ends)
      throws RefusedLinkException {
    Map<TopicPartition, Long> written = new HashMap<>();
    for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
      OptionalLong known = position.end(end.getKey());
      if (known.isPresent()) {
        requireReached(end.getKey(), end.getValue(), known.getAsLong());
        written.put(end.getKey(), known.getAsLong());
      }
    }
    Map<TopicPartition, Long> checked = new HashMap<>(ends);
    checked.keySet().retainAll(written.keySet());
    if (checked.isEmpty()) {
      return;
    }
    try (Consumer<byte[], byte[]> consumer = LogConsumers.open(kafka, LogConsumers.NO_RESET)) {
      new TargetTail(topics, control, consumer, written).check(checked);
    }
  }

  private static void requireReached(TopicPartition partition, long end, long written)
      throws RefusedLinkException {
    if (end < written) {
      throw new RefusedLinkException(
          TargetTopics.changed(
              partition.topic(),
              "has lost records at the target: %s ends at %d, and the link has written it up to %d"
                  .formatted(partition, end, written)));
    }
  }

  private void check(Map<TopicPartition, Long> ends) throws RefusedLinkException {
    consumer.assign(ends.keySet());
    requireClosed(ends);
    Map<TopicPartition, Long> left = new HashMap<>(ends);
    left.entrySet().removeIf(end -> end.getValue().equals(written.get(end.getKey())));
    if (!left.isEmpty()) {
      consumer.assign(left.keySet());
      consumer.beginningOffsets(left.keySet(), PATIENCE).forEach(this::seek);
      read(left);
    }
  }

  /** Retention may have deleted what the link has written, and what came after it. */
  private void seek(TopicPartition partition, long begin) {
    consumer.seek(partition, Math.max(begin, written.getOrDefault(partition, 0L)));
  }

  /** What is not committed can't be read, and may turn out to be a record of somebody else. */
  private void requireClosed(Map<TopicPartition, Long> ends) {
    Map<TopicPartition, Long> committed = consumer.endOffsets(ends.keySet(), PATIENCE);
    for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
      long stable = committed.getOrDefault(end.getKey(), 0L);
      if (stable < end.getValue()) {
        throw new KafkaException(found(end.getKey(), stable).reason());
      }
    }
  }

  private OpenTransaction found(TopicPartition partition, long stable) {
    return new OpenTransaction(
        partition,
        stable,
        written.getOrDefault(partition, 0L),
        topics.writing(partition),
        topics.own(control));
  }

  private void read(Map<TopicPartition, Long> left) throws RefusedLinkException {
    long deadlineNs = System.nanoTime() + READ_NS;
    while (hasMore(left)) {
      ConsumerRecords<byte[], byte[]> found = consumer.poll(POLL_WAIT);
      if (!found.isEmpty()) {
        throw refused(found.iterator().next());
      }
      if (hasMore(left) && System.nanoTime() - deadlineNs > 0) {
        LOG.warn(
            "{}: not checked for foreign records: reading past aborted ones took too long", left);
        return;
      }
    }
  }

  private boolean hasMore(Map<TopicPartition, Long> left) {
    left.entrySet().removeIf(end -> consumer.position(end.getKey()) >= end.getValue());
    return !left.isEmpty();
  }

  private RefusedLinkException refused(ConsumerRecord<byte[], byte[]> record) {
    TopicPartition partition = new TopicPartition(record.topic(), record.partition());
    return new RefusedLinkException(
        TargetTopics.changed(
            record.topic(),
            "has records at the target that the link does not know: %s has one at %d, and the link has written it up to %d"
                .formatted(partition, record.offset(), written.getOrDefault(partition, 0L))));
  }
}
