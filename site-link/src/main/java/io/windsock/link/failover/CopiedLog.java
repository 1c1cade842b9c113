package io.windsock.link.failover;

import io.windsock.platform.copy.LinkTopic;
import io.windsock.platform.kafka.LogConsumers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * How far the old primary's log is still the one that a link has copied. After an unclean election
 * it has other records at the same offsets; they are of a later leader than the one that the sender
 * committed with the link's offsets.
 *
 * @param diverged by partition whose log is another one below what was copied, from which offset on
 * @param unknown the partitions of which the old primary does not say where that is, in order: it
 *     has, or shows, no committed offset with a leader's epoch, or its log has nothing of that
 *     epoch, so that it may also be another one before the offset in {@code diverged}
 */
record CopiedLog(Map<TopicPartition, Long> diverged, List<TopicPartition> unknown) {
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private static final Comparator<TopicPartition> ORDER =
      Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition);

  /** Copies the collections. */
  CopiedLog {
    diverged = Map.copyOf(diverged);
    unknown = List.copyOf(unknown);
  }

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
    Map<String, Object> properties = new HashMap<>(old);
    properties.put(ConsumerConfig.GROUP_ID_CONFIG, LinkTopic.name(link));
    try (Consumer<byte[], byte[]> consumer = LogConsumers.open(properties, LogConsumers.NO_RESET)) {
      return check(consumer, next);
    } catch (GroupAuthorizationException e) {
      throw new FailOverException(
          "the old primary does not show the offsets of the group '%s', by which records are found that took the place of copied ones: grant the right to describe it (%s)"
              .formatted(LinkTopic.name(link), e.getMessage()));
    }
  }

  /** Asks the leaders, with a consumer of the link's group. */
  static CopiedLog check(Consumer<byte[], byte[]> consumer, Map<TopicPartition, Long> next) {
    Map<TopicPartition, Long> copied = new HashMap<>(next);
    copied.values().removeIf(offset -> offset == 0);
    Map<TopicPartition, OffsetAndMetadata> ends = ends(consumer, copied);
    Set<TopicPartition> unknown = new TreeSet<>(ORDER);
    unknown.addAll(copied.keySet());
    ends.keySet().forEach(unknown::remove);
    Map<TopicPartition, Long> diverged = new HashMap<>();
    diverged(consumer, ends)
        .forEach(
            (partition, from) -> {
              diverged.put(partition, from.offset());
              OffsetAndMetadata asked = Objects.requireNonNull(ends.get(partition));
              if (from.offset() > 0 && !from.leaderEpoch().equals(asked.leaderEpoch())) {
                unknown.add(partition);
              }
            });
    return new CopiedLog(diverged, List.copyOf(unknown));
  }

  /**
   * Returns, by partition, the offset after the last that was copied, with the epoch of the leader
   * that was committed. Partitions without one are missing: all, if the coordinator of the group is
   * away while the leaders answer.
   */
  private static Map<TopicPartition, OffsetAndMetadata> ends(
      Consumer<byte[], byte[]> consumer, Map<TopicPartition, Long> copied) {
    Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();
    try {
      committed.putAll(consumer.committed(copied.keySet(), PATIENCE));
    } catch (TimeoutException e) {
      return Map.of();
    }
    Map<TopicPartition, OffsetAndMetadata> ends = new HashMap<>();
    copied.forEach(
        (partition, offset) -> {
          OffsetAndMetadata last = committed.get(partition);
          if (last != null && last.leaderEpoch().isPresent()) {
            ends.put(partition, new OffsetAndMetadata(offset, last.leaderEpoch(), ""));
          }
        });
    return ends;
  }

  /**
   * Returns from which offset on logs are not known to be those that were copied, with the epoch of
   * the leader whose records end there. What was copied after the last commit counts as the rest
   * does: of a later leader nobody knows whether its records were copied.
   *
   * @param ends by partition, the offset after the last that was copied, with a leader's epoch
   */
  private static Map<TopicPartition, OffsetAndMetadata> diverged(
      Consumer<byte[], byte[]> consumer, Map<TopicPartition, OffsetAndMetadata> ends) {
    consumer.assign(ends.keySet());
    var unusedBeginnings =
        consumer.beginningOffsets(ends.keySet(), PATIENCE); // it has to know the leaders
    ends.forEach(consumer::seek);
    Map<TopicPartition, OffsetAndMetadata> diverged = new HashMap<>();
    Deque<TopicPartition> left = new ArrayDeque<>(ends.keySet());
    while (!left.isEmpty()) {
      try {
        var unused = consumer.position(left.element(), PATIENCE); // once its leader confirms it
        left.remove();
      } catch (LogTruncationException e) {
        for (TopicPartition partition : e.offsetOutOfRangePartitions().keySet()) {
          OffsetAndMetadata from = e.divergentOffsets().get(partition);
          diverged.put(partition, from == null ? new OffsetAndMetadata(0) : from);
          consumer.seek(partition, 0); // so that it is not asked for again
          left.remove(partition);
        }
        // The consumer drops what another leader answers before this exception is thrown, and asks
        // that leader again only after a request's timeout, unless its partitions are sought anew.
        left.forEach(partition -> consumer.seek(partition, ends.get(partition)));
      }
    }
    return diverged;
  }
}
