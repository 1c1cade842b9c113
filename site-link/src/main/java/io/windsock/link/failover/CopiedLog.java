package io.windsock.link.failover;

import io.windsock.platform.copy.LinkTopic;
import io.windsock.platform.kafka.LogConsumers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupAuthorizationException;

/**
 * How far the old primary's log is still the one that a link has copied. After an unclean election
 * it has other records at the same offsets; they are of a later leader than the one that the sender
 * committed with the link's offsets.
 *
 * @param diverged by partition whose log is another one below what was copied, from which offset on
 * @param unknown the partitions of which the old primary has no committed offset with a leader's
 *     epoch, in order
 */
record CopiedLog(Map<TopicPartition, Long> diverged, List<TopicPartition> unknown) {
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  /**
   * Asks the leaders.
   *
   * @param old the properties of clients of the old primary: at least the bootstrap servers
   * @param next by partition, the offset after the last that was copied
   * @throws FailOverException if the link's group must not be read
   * @throws KafkaException if the old primary does not answer
   */
  static CopiedLog check(Map<String, Object> old, String link, Map<TopicPartition, Long> next)
      throws FailOverException {
    Map<TopicPartition, Long> copied = new HashMap<>(next);
    copied.values().removeIf(offset -> offset == 0);
    Map<String, Object> properties = new HashMap<>(old);
    properties.put(ConsumerConfig.GROUP_ID_CONFIG, LinkTopic.name(link));
    Map<TopicPartition, OffsetAndMetadata> ends = new HashMap<>();
    List<TopicPartition> unknown = new ArrayList<>();
    try (Consumer<byte[], byte[]> consumer = LogConsumers.open(properties, LogConsumers.NO_RESET)) {
      Map<TopicPartition, OffsetAndMetadata> committed =
          consumer.committed(copied.keySet(), PATIENCE);
      copied.forEach(
          (partition, offset) -> {
            OffsetAndMetadata last = committed.get(partition);
            if (last == null || last.leaderEpoch().isEmpty()) {
              unknown.add(partition);
            } else {
              ends.put(partition, new OffsetAndMetadata(offset, last.leaderEpoch(), ""));
            }
          });
      unknown.sort(
          Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition));
      return new CopiedLog(diverged(consumer, ends), unknown);
    } catch (GroupAuthorizationException e) {
      throw new FailOverException(
          "the old primary does not show the offsets of the group '%s', by which records are found that took the place of copied ones: grant the right to describe it (%s)"
              .formatted(LinkTopic.name(link), e.getMessage()));
    }
  }

  /**
   * Returns from which offset on logs are not known to be those that were copied. What was copied
   * after the last commit counts as the rest does: of a later leader nobody knows whether its
   * records were copied.
   *
   * @param ends by partition, the offset after the last that was copied, with a leader's epoch
   */
  private static Map<TopicPartition, Long> diverged(
      Consumer<byte[], byte[]> consumer, Map<TopicPartition, OffsetAndMetadata> ends) {
    consumer.assign(ends.keySet());
    var unusedBeginnings =
        consumer.beginningOffsets(ends.keySet(), PATIENCE); // it has to know the leaders
    ends.forEach(consumer::seek);
    Map<TopicPartition, Long> diverged = new HashMap<>();
    Deque<TopicPartition> left = new ArrayDeque<>(ends.keySet());
    while (!left.isEmpty()) {
      try {
        var unused = consumer.position(left.element(), PATIENCE); // once its leader confirms it
        left.remove();
      } catch (LogTruncationException e) {
        for (TopicPartition partition : e.offsetOutOfRangePartitions().keySet()) {
          OffsetAndMetadata from = e.divergentOffsets().get(partition);
          diverged.put(partition, from == null ? 0 : from.offset());
          consumer.seek(partition, 0); // so that it is not asked for again
          left.remove(partition);
        }
      }
    }
    return diverged;
  }
}
