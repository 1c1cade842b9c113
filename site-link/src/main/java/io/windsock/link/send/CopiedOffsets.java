package io.windsock.link.send;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits at the source what the target has, as the offsets of the link's group, so that no one
 * trims what is yet to be copied. Where the link begins is at the target; it reads its own commits
 * only to check that the source still has the records before them. Owned by the sender's thread.
 */
final class CopiedOffsets {
  private static final Logger LOG = LoggerFactory.getLogger(CopiedOffsets.class);
  private static final long EVERY_MS = 1_000;

  /** Kafka forgets the offsets of a group that commits nothing for days. */
  private static final long AGAIN_MS = 60_000;

  private static final Duration PATIENCE = Duration.ofSeconds(15);
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(2);

  private final Consumer<byte[], byte[]> consumer;
  private final LeaderEpochs leaders;
  private final Map<TopicPartition, OffsetAndMetadata> copied = new HashMap<>();
  private boolean begun;
  private boolean changed;
  private boolean failing;
  private long lastMs;

  /**
   * Creates it for a consumer with the link's group.
   *
   * @param leaders the epochs that are committed with the offsets
   */
  CopiedOffsets(Consumer<byte[], byte[]> consumer, LeaderEpochs leaders) {
    this.consumer = consumer;
    this.leaders = leaders;
  }

  /**
   * Checks that the source still has the records before what was committed. The consumer has other
   * positions then.
   *
   * @param next by partition of which the target has something, the offset after it
   * @throws SourceException if the source lacks some of these records
   * @throws KafkaException if the source does not answer
   */
  void check(Map<TopicPartition, Long> next) throws SourceException {
    Map<TopicPartition, OffsetAndMetadata> committed = committed(next.keySet());
    committed.entrySet().removeIf(at -> at.getValue().offset() > offset(next, at.getKey()));
    committed.forEach(consumer::seek);
    try {
      for (TopicPartition partition : committed.keySet()) {
        var unused = consumer.position(partition, PATIENCE); // once the leader has confirmed it
      }
    } catch (LogTruncationException e) {
      throw SourceException.diverged(e);
    }
  }

  private static long offset(Map<TopicPartition, Long> offsets, TopicPartition partition) {
    return offsets.getOrDefault(partition, 0L);
  }

  private Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> partitions) {
    Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();
    try {
      committed.putAll(consumer.committed(partitions, PATIENCE));
    } catch (AuthorizationException e) {
      LOG.warn(
          "the source does not show the offsets that the link has committed, so it can't be checked"
              + " whether it still has what is before them: {}",
          e.getMessage());
    }
    committed.values().removeIf(Objects::isNull); // nothing was committed there
    return committed;
  }

  /** Takes in, by partition, the offset after what the target has. */
  void add(Map<TopicPartition, Long> next) {
    next.forEach((partition, offset) -> copied.put(partition, leaders.at(partition, offset)));
    changed = true;
  }

  /**
   * Commits if it is time to. Never blocks.
   *
   * @param nowMs monotonic ms
   */
  void work(long nowMs) {
    boolean due = !begun || nowMs - lastMs >= (changed ? EVERY_MS : AGAIN_MS);
    if (due && !copied.isEmpty()) {
      begun = true;
      changed = false;
      lastMs = nowMs;
      consumer.commitAsync(Map.copyOf(copied), this::committed);
    }
  }

  private void committed(Map<TopicPartition, OffsetAndMetadata> offsets, @Nullable Exception e) {
    if (e != null) {
      changed = true;
      if (!failing) {
        LOG.warn(
            "the source does not take the offsets that are copied, so its trimming does not wait for"
                + " the link: {}",
            e.getMessage());
      }
    }
    failing = e != null;
  }

  /** Commits what is new, waiting a little. */
  void close() {
    if (!changed || copied.isEmpty()) {
      return;
    }
    try {
      consumer.commitSync(Map.copyOf(copied), CLOSE_PATIENCE);
    } catch (KafkaException e) {
      LOG.debug("the last offsets are not committed at the source: {}", e.getMessage());
    }
  }
}
