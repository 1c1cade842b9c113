package io.windsock.link.send;

import io.windsock.platform.copy.LinkTopic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
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
 * trims what is yet to be copied. The link never begins by them. It reads them to check that the
 * source still has the records before them, and that no other link commits them. Owned by the
 * sender's thread.
 */
final class CopiedOffsets {
  private static final Logger LOG = LoggerFactory.getLogger(CopiedOffsets.class);
  private static final long EVERY_MS = 1_000;

  /** A commit is one batch in Kafka's own topic of offsets, which takes 1 MiB by default. */
  static final int MAX_COMMIT_PARTITIONS = 500;

  /** Kafka forgets the offsets of a group that commits nothing for days. */
  private static final long AGAIN_MS = 60_000;

  private static final Duration PATIENCE = Duration.ofSeconds(15);
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(2);

  private final String link;

  /** Whose target it is, in words: committed with each offset. */
  private final String target;

  private final Consumer<byte[], byte[]> consumer;
  private final LeaderEpochs leaders;
  private final Map<TopicPartition, OffsetAndMetadata> copied = new HashMap<>();
  private boolean begun;
  private boolean changed;

  /** Whether a commit of the last time has failed, and whether one had failed before that. */
  private boolean failed;

  private boolean failing;
  private long lastMs;

  /**
   * Creates it for a consumer with the link's group.
   *
   * @param leaders the epochs that are committed with the offsets
   */
  CopiedOffsets(SenderConfig config, Consumer<byte[], byte[]> consumer, LeaderEpochs leaders) {
    link = config.link();
    target = "to %s:%d".formatted(config.host(), config.port());
    this.consumer = consumer;
    this.leaders = leaders;
  }

  /**
   * Checks what was committed: that it is this link's, and that the source still has the records
   * before it. The consumer has other positions then.
   *
   * @param next by partition, the offset at which reading begins
   * @param had the partitions of which the target has something
   * @throws SourceException if not
   * @throws KafkaException if the source does not answer
   */
  void check(Map<TopicPartition, Long> next, Set<TopicPartition> had) throws SourceException {
    Map<TopicPartition, OffsetAndMetadata> committed = committed(next.keySet());
    requireOwn(committed, next);
    committed.keySet().retainAll(had);
    committed.entrySet().removeIf(at -> at.getValue().offset() > offset(next, at.getKey()));
    confirm(committed);
  }

  /**
   * Another link with this name has the same group, so trimming waits for one of them only. A
   * target that has less than was committed is another one than the target of which that was said;
   * its address alone may have changed.
   */
  private void requireOwn(
      Map<TopicPartition, OffsetAndMetadata> committed, Map<TopicPartition, Long> next)
      throws SourceException {
    Set<String> others = new TreeSet<>();
    for (Map.Entry<TopicPartition, OffsetAndMetadata> at : committed.entrySet()) {
      String other = at.getValue().metadata();
      if (!other.isEmpty() && !other.equals(target)) {
        others.add(other);
        if (at.getValue().offset() > offset(next, at.getKey())) {
          throw new SourceException(
              "another link '%s', %s, has copied %s up to %d, and this one, %s, up to %d: give one of them another name; if there is only this one, delete the group '%s' at the source"
                  .formatted(
                      link,
                      other,
                      at.getKey(),
                      at.getValue().offset(),
                      target,
                      offset(next, at.getKey()),
                      LinkTopic.name(link)));
        }
      }
    }
    if (!others.isEmpty()) {
      LOG.warn(
          "link {}: it copies {}, but the committed offsets are of a link of this name that copied"
              + " {}; if both run, give one of them another name, because trimming at the source waits"
              + " for only one of them",
          link,
          target,
          String.join(", ", others));
    }
  }

  /** Has the leaders confirm that they have what is before these positions. */
  private void confirm(Map<TopicPartition, OffsetAndMetadata> committed) throws SourceException {
    committed.forEach(consumer::seek);
    try {
      for (TopicPartition partition : committed.keySet()) {
        var unused = consumer.position(partition, PATIENCE); // is there once it is confirmed
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
          "the source does not show the offsets that the link has committed, so nobody notices if it"
              + " has lost records, or if another link has this name: {}",
          e.getMessage());
    }
    committed.values().removeIf(Objects::isNull); // nothing was committed there
    return committed;
  }

  /** Takes in, by partition, the offset after what the target has. */
  void add(Map<TopicPartition, Long> next) {
    next.forEach(
        (partition, offset) -> copied.put(partition, leaders.at(partition, offset, target)));
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
      failing = failed;
      failed = false;
      lastMs = nowMs;
      commits().forEach(offsets -> consumer.commitAsync(offsets, this::committed));
    }
  }

  private List<Map<TopicPartition, OffsetAndMetadata>> commits() {
    List<Map<TopicPartition, OffsetAndMetadata>> commits = new ArrayList<>();
    Map<TopicPartition, OffsetAndMetadata> last = new HashMap<>();
    for (Map.Entry<TopicPartition, OffsetAndMetadata> next : copied.entrySet()) {
      if (last.isEmpty() || last.size() == MAX_COMMIT_PARTITIONS) {
        last = new HashMap<>();
        commits.add(last);
      }
      last.put(next.getKey(), next.getValue());
    }
    return commits;
  }

  private void committed(Map<TopicPartition, OffsetAndMetadata> offsets, @Nullable Exception e) {
    if (e != null) {
      changed = true;
      failed = true;
      if (!failing) {
        LOG.warn(
            "the source does not take the offsets that are copied, so its trimming does not wait for"
                + " the link: {}",
            e.getMessage());
      }
      failing = true;
    }
  }

  /** Commits what is new, waiting a little. */
  void close() {
    if (!changed || copied.isEmpty()) {
      return;
    }
    try {
      commits().forEach(offsets -> consumer.commitSync(offsets, CLOSE_PATIENCE));
    } catch (KafkaException e) {
      LOG.debug("the last offsets are not committed at the source: {}", e.getMessage());
    }
  }
}
