package io.windsock.link.failover;

import io.windsock.link.receive.ClusterTopics;
import io.windsock.platform.copy.LinkPosition;
import io.windsock.platform.copy.TopicPair;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;

/**
 * Finds what a target no longer has of what its link has copied: a topic was deleted, or a log ends
 * before the last record that was copied, as after an unclean election. The link's position still
 * claims these records. Retention is no loss, as it moves only a log's beginning.
 */
final class LostCopies {
  private LostCopies() {}

  /**
   * Returns what has happened, by partition of which the target has lost something, in order.
   *
   * @param position what the target has had
   * @throws org.apache.kafka.common.KafkaException if the target does not answer
   */
  static Map<TopicPartition, String> find(ClusterTopics target, LinkPosition position) {
    Map<TopicPartition, String> lost = new LinkedHashMap<>();
    for (Map.Entry<String, TopicPair> topic : new TreeMap<>(position.topics()).entrySet()) {
      String name = topic.getKey();
      List<TopicPartition> copied = copied(position, name);
      TopicDescription there = target.describe(name);
      if (there == null) {
        copied.forEach(at -> lost.put(at, "topic '%s' was deleted".formatted(name)));
      } else if (!there.topicId().equals(topic.getValue().target())) {
        copied.forEach(
            at -> lost.put(at, "topic '%s' was deleted and created again".formatted(name)));
      } else if (!copied.isEmpty()) {
        addShortened(target.ends(name, there.partitions().size()), position, copied, lost);
      }
    }
    return lost;
  }

  private static List<TopicPartition> copied(LinkPosition position, String topic) {
    return position.next().entrySet().stream()
        .filter(next -> next.getKey().topic().equals(topic) && next.getValue() > 0)
        .map(Map.Entry::getKey)
        .sorted(Comparator.comparingInt(TopicPartition::partition))
        .toList();
  }

  private static void addShortened(
      Map<TopicPartition, Long> ends,
      LinkPosition position,
      List<TopicPartition> copied,
      Map<TopicPartition, String> lost) {
    for (TopicPartition at : copied) {
      long end = ends.getOrDefault(at, 0L);
      OptionalLong written = position.end(at);
      if (written.isPresent() && end < written.getAsLong()) {
        lost.put(
            at,
            "%s ends at %d, and the link has written it up to %d"
                .formatted(at, end, written.getAsLong()));
      }
    }
  }
}
