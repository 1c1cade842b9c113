package io.windsock.topology;

import io.windsock.topology.guard.AdminReply;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;

/**
 * The ids of the source topics, by partition, as this instance last knew them. A recreated topic
 * and a log that has lost its end both end before the position; only the topic's id tells them
 * apart. Safe for use from any thread.
 */
final class SourceIds implements Predicate<TopicPartition> {
  private final Admin admin;
  private final Map<String, Uuid> atStart;
  private final Map<TopicPartition, Uuid> recreated = new ConcurrentHashMap<>();

  private SourceIds(Admin admin, Map<String, Uuid> atStart) {
    this.admin = admin;
    this.atStart = atStart;
  }

  /**
   * Reads the ids of these topics.
   *
   * @param admin must remain open while the ids are used; the caller closes it
   */
  static SourceIds read(Admin admin, Collection<String> topics) {
    return new SourceIds(admin, ids(admin, topics));
  }

  /**
   * Asks the cluster whether the partition's topic was recreated since it was last known, and
   * remembers the new id.
   */
  @Override
  public boolean test(TopicPartition partition) {
    Uuid now = ids(admin, List.of(partition.topic())).get(partition.topic());
    Uuid before = recreated.getOrDefault(partition, atStart.get(partition.topic()));
    if (Objects.equals(now, before)) {
      return false;
    }
    recreated.put(partition, Objects.requireNonNull(now));
    return true;
  }

  private static Map<String, Uuid> ids(Admin admin, Collection<String> topics) {
    Map<String, Uuid> ids = new HashMap<>();
    AdminReply.get(admin.describeTopics(topics).allTopicNames(), "read the ids of " + topics)
        .forEach((name, topic) -> ids.put(name, topic.topicId()));
    return ids;
  }
}
