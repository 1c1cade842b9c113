package io.windsock.link.receive;

import io.windsock.platform.kafka.LogTopic;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * What the target has of a link, for those who only read it. Immutable.
 *
 * @param epoch the epoch of the last session
 * @param batch the number of the last batch
 * @param sources by topic, its id at the source when its copying began
 * @param targets by topic, its id at the target
 * @param next by source partition, the offset after the last that is committed at the target
 */
public record CopiedPosition(
    int epoch,
    long batch,
    Map<String, Uuid> sources,
    Map<String, Uuid> targets,
    Map<TopicPartition, Long> next) {
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** Copies the maps. */
  public CopiedPosition {
    sources = Map.copyOf(sources);
    targets = Map.copyOf(targets);
    next = Map.copyOf(next);
  }

  /**
   * Reads the position of a link.
   *
   * @param kafka the properties of clients of the target
   * @throws UnknownTopicOrPartitionException if the target has nothing of such a link
   * @throws KafkaException if the target does not answer
   */
  public static CopiedPosition read(Map<String, Object> kafka, String link) {
    String control = TargetLog.controlTopic(link);
    try (Admin admin = Admin.create(kafka)) {
      LogTopic.find(admin, control, PATIENCE);
    }
    return of(TargetLog.read(kafka, control));
  }

  private static CopiedPosition of(LinkPosition position) {
    Map<String, Uuid> sources = new HashMap<>();
    Map<String, Uuid> targets = new HashMap<>();
    position
        .topics()
        .forEach(
            (name, pair) -> {
              sources.put(name, pair.source());
              targets.put(name, pair.target());
            });
    return new CopiedPosition(
        position.epoch(), position.batch(), sources, targets, position.next());
  }

  /** Returns whether nothing was committed between the two. */
  public boolean isSameAs(CopiedPosition other) {
    return epoch == other.epoch && batch == other.batch;
  }
}
