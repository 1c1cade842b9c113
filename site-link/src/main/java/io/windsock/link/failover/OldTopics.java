package io.windsock.link.failover;

import io.windsock.link.receive.ClusterTopics;
import io.windsock.platform.copy.LinkPosition;
import io.windsock.platform.copy.TopicPair;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;

/**
 * The topics of a link at its old primary. A fail-back that was interrupted may have deleted some,
 * or created them again; those have nothing to discard.
 */
final class OldTopics {
  private final ClusterTopics cluster;
  private final LinkPosition position;

  /** The topics as the link has copied them. */
  private final List<TopicDescription> copied = new ArrayList<>();

  /**
   * Looks at the topics.
   *
   * @throws FailOverException if one has records and was not copied by the link
   */
  OldTopics(ClusterTopics cluster, LinkPosition position) throws FailOverException {
    this.cluster = cluster;
    this.position = position;
    for (Map.Entry<String, TopicPair> topic : position.topics().entrySet()) {
      TopicDescription found = cluster.describe(topic.getKey());
      if (found != null && found.topicId().equals(topic.getValue().source())) {
        copied.add(found);
      } else if (found != null && isWritten(found)) {
        throw new FailOverException(
            "topic '%s' of the old primary is not the one that the link has copied, and has records: is this the old primary? If it is, and no link has copied back to it since, delete the topic"
                .formatted(topic.getKey()));
      }
    }
  }

  private boolean isWritten(TopicDescription topic) {
    return ends(topic).values().stream().anyMatch(end -> end > 0);
  }

  private Map<TopicPartition, Long> ends(TopicDescription topic) {
    return cluster.ends(topic.name(), topic.partitions().size());
  }

  /** Returns, by partition, the offset after the last that was copied. */
  Map<TopicPartition, Long> uncopied() {
    Map<TopicPartition, Long> all = new HashMap<>();
    for (TopicDescription topic : copied) {
      for (int p = 0; p < topic.partitions().size(); p++) {
        TopicPartition partition = new TopicPartition(topic.name(), p);
        all.put(partition, position.next().getOrDefault(partition, 0L));
      }
    }
    return all;
  }

  /** Returns where the partitions end. */
  Map<TopicPartition, Long> ends() {
    Map<TopicPartition, Long> all = new HashMap<>();
    copied.forEach(topic -> all.putAll(ends(topic)));
    return all;
  }

  /** Returns where the partitions begin. */
  Map<TopicPartition, Long> beginnings() {
    Map<TopicPartition, Long> all = new HashMap<>();
    for (TopicDescription topic : copied) {
      all.putAll(cluster.beginnings(topic.name(), topic.partitions().size()));
    }
    return all;
  }

  /**
   * Returns those that are missing, as the promoted cluster has them.
   *
   * @throws FailOverException if one is missing there, too
   */
  List<NewTopic> missing(ClusterTopics promoted) throws FailOverException {
    List<NewTopic> missing = new ArrayList<>();
    for (String name : position.topics().keySet()) {
      if (cluster.describe(name) == null) {
        missing.add(like(promoted, name));
      }
    }
    return missing;
  }

  /** Deletes the topics and creates them again. */
  void recreate() {
    copied.forEach(cluster::recreate);
  }

  private static NewTopic like(ClusterTopics promoted, String name) throws FailOverException {
    TopicDescription there = promoted.describe(name);
    if (there == null) {
      throw new FailOverException(
          "topic '%s' is at neither cluster: create it at the promoted one".formatted(name));
    }
    return new NewTopic(name, Optional.of(there.partitions().size()), Optional.empty())
        .configs(promoted.settings(name));
  }
}
