package io.windsock.link.send;

import io.windsock.link.transport.LostException;
import io.windsock.platform.copy.LinkPosition;
import io.windsock.platform.copy.LinkTopic;
import io.windsock.platform.kafka.LogTopic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * What links to the source say of its topics. A log that is a copy without its beginning looks
 * whole, so the target has to be told. Owned by the sender's thread.
 */
final class SourceBeginnings {
  private final Map<String, Object> kafka;
  private final Admin admin;
  private final Set<TopicPartition> incomplete = new HashSet<>();

  /**
   * Topics of which no records have been read, and which a link may just begin to copy; by name.
   */
  private final Map<String, LogTopic> undecided = new HashMap<>();

  private SourceBeginnings(Map<String, Object> kafka, Admin admin) {
    this.kafka = kafka;
    this.admin = admin;
  }

  /**
   * Reads what links have copied to the source.
   *
   * @param kafka the clients' properties: at least the bootstrap servers
   * @param admin a client of the same cluster, which the caller closes
   * @throws KafkaException if the source does not answer
   */
  static SourceBeginnings read(Map<String, Object> kafka, Admin admin, List<LogTopic> topics) {
    SourceBeginnings beginnings = new SourceBeginnings(kafka, admin);
    List<LinkPosition> links = LinkTopic.positions(kafka, admin);
    topics.forEach(topic -> beginnings.add(topic, LinkTopic.copying(links, topic)));
    return beginnings;
  }

  private void add(LogTopic topic, LinkPosition link) {
    incomplete.addAll(link.uncopied(topic).keySet());
    if (!link.copies(topic) || !link.hasBegun(topic.all())) {
      undecided.put(topic.name(), topic);
    }
  }

  /** Returns whether a partition is a copy without its beginning. */
  boolean isIncomplete(TopicPartition partition) {
    return incomplete.contains(partition);
  }

  /** Returns the numbers of the partitions of a topic that are copies without their beginnings. */
  Set<Integer> incomplete(LogTopic topic) {
    Set<Integer> partitions = new HashSet<>();
    for (TopicPartition partition : topic.all()) {
      if (isIncomplete(partition)) {
        partitions.add(partition.partition());
      }
    }
    return partitions;
  }

  /**
   * Checks the first records of each topic before they are sent: a link to the source may have
   * begun since the session did. The next session then tells the target.
   *
   * @param read the partitions of which records were read
   * @throws LostException if the target does not know where one begins
   * @throws KafkaException if the source does not answer
   */
  void check(Set<TopicPartition> read) throws LostException {
    Map<LogTopic, List<TopicPartition>> first = first(read);
    if (first.isEmpty()) {
      return;
    }
    List<LinkPosition> links = LinkTopic.positions(kafka, admin);
    for (Map.Entry<LogTopic, List<TopicPartition>> topic : first.entrySet()) {
      check(topic.getKey(), topic.getValue(), LinkTopic.copying(links, topic.getKey()));
      undecided.remove(topic.getKey().name());
    }
  }

  private Map<LogTopic, List<TopicPartition>> first(Set<TopicPartition> read) {
    Map<LogTopic, List<TopicPartition>> first = new HashMap<>();
    for (TopicPartition partition : read) {
      LogTopic topic = undecided.get(partition.topic());
      if (topic != null) {
        first.computeIfAbsent(topic, its -> new ArrayList<>()).add(partition);
      }
    }
    return first;
  }

  private void check(LogTopic topic, List<TopicPartition> read, LinkPosition link)
      throws LostException {
    if (link.copies(topic) && !link.hasBegun(read)) {
      throw new LostException(
          "topic '%s' has records that the link to this cluster does not account for yet; if it was given up, promote it"
              .formatted(topic.name()),
          false);
    }
    if (!incomplete.containsAll(link.uncopied(topic).keySet())) {
      throw new LostException(
          "topic '%s' has become a copy without its beginning: the next session tells the target"
              .formatted(topic.name()),
          false);
    }
  }
}
