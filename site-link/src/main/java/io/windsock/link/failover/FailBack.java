package io.windsock.link.failover;

import io.windsock.link.receive.ClusterTopics;
import io.windsock.platform.copy.LinkPosition;
import io.windsock.platform.copy.LinkTopic;
import io.windsock.platform.copy.TopicPair;
import io.windsock.platform.kafka.LogConsumers;
import io.windsock.platform.kafka.LogReplay;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Makes the old primary of a promoted link ready to be its copy. What the old primary has beyond
 * the last batch applied, or in place of copied records, is nowhere else, and so is all of a copy
 * that the promoted cluster has lost: it is counted first, and discarded only when it is still
 * that. The topics are deleted and created again, so that a link in the other direction copies
 * everything. Blocks its caller.
 */
public final class FailBack implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private final Map<String, Object> promoted;
  private final Map<String, Object> old;
  private final String link;
  private final Admin promotedAdmin;
  private final Admin oldAdmin;

  /**
   * Prepares a fail-back.
   *
   * @param promoted the properties of clients of the promoted cluster: at least the bootstrap
   *     servers
   * @param old those of the old primary
   * @param link the link that was promoted
   */
  public FailBack(Map<String, Object> promoted, Map<String, Object> old, String link) {
    this.promoted = Map.copyOf(promoted);
    this.old = Map.copyOf(old);
    this.link = link;
    promotedAdmin = Admin.create(this.promoted);
    oldAdmin = Admin.create(this.old);
  }

  /**
   * Counts what would be discarded. Changes nothing.
   *
   * @throws FailOverException if the link was not promoted, the old primary is another cluster,
   *     somebody writes to it, or it does not show the offsets of the link's group
   * @throws KafkaException if a cluster does not answer
   */
  public Survey survey() throws FailOverException {
    LinkPosition position = position();
    Map<TopicPartition, String> lost =
        LostCopies.find(new ClusterTopics(promotedAdmin), position); // it is nowhere else then
    OldTopics topics = new OldTopics(new ClusterTopics(oldAdmin), position.lost(lost.keySet()));
    Map<TopicPartition, Long> next = topics.uncopied();
    Map<TopicPartition, Long> ends = topics.ends();
    requireClosed(ends);
    CopiedLog copied = CopiedLog.check(old, link, next);
    Map<TopicPartition, Long> from = new HashMap<>(next);
    copied.diverged().forEach((partition, offset) -> from.merge(partition, offset, Math::min));
    Map<TopicPartition, Long> begins = topics.beginnings();
    Map<TopicPartition, Long> records = count(from, begins, ends);
    List<DiscardedRange> ranges = new ArrayList<>();
    new TreeMap<>(byName(from))
        .forEach(
            (name, partition) -> {
              long begin = from.getOrDefault(partition, 0L);
              long end = ends.getOrDefault(partition, 0L);
              if (end > begin) {
                ranges.add(
                    new DiscardedRange(
                        partition.topic(),
                        partition.partition(),
                        begin,
                        end,
                        records.getOrDefault(partition, 0L),
                        Math.max(0, begins.getOrDefault(partition, 0L) - begin),
                        Math.min(end, next.getOrDefault(partition, 0L)) - begin));
              }
            });
    return new Survey(
        link,
        position.batch(),
        List.copyOf(new TreeSet<>(position.topics().keySet())),
        ranges,
        copied.unknown().stream().map(TopicPartition::toString).toList(),
        reasons(lost, next.keySet()));
  }

  private static List<String> reasons(
      Map<TopicPartition, String> lost, Set<TopicPartition> partitions) {
    return lost.entrySet().stream()
        .filter(reason -> partitions.contains(reason.getKey()))
        .map(Map.Entry::getValue)
        .distinct()
        .toList();
  }

  /** Partitions by a text that sorts as they do. */
  private static Map<String, TopicPartition> byName(Map<TopicPartition, Long> partitions) {
    Map<String, TopicPartition> names = new HashMap<>();
    for (TopicPartition partition : partitions.keySet()) {
      names.put("%s %09d".formatted(partition.topic(), partition.partition()), partition);
    }
    return names;
  }

  private LinkPosition position() throws FailOverException {
    String topic = LinkTopic.name(link);
    if (new ClusterTopics(promotedAdmin).describe(topic) == null) {
      throw new FailOverException(
          "no link '" + link + "' copies to the promoted cluster: it has no topic '" + topic + "'");
    }
    LinkPosition position = LinkTopic.read(promoted, topic);
    if (!position.isPromoted()) {
      throw new FailOverException(
          "link '%s' was not promoted, so its source is the primary: promote it first"
              .formatted(link));
    }
    return position;
  }

  /** What is committed must be all there is: a transaction under way may add to it. */
  private void requireClosed(Map<TopicPartition, Long> ends) throws FailOverException {
    try (var consumer = LogConsumers.open(old, LogConsumers.NO_RESET)) {
      consumer.assign(ends.keySet());
      Map<TopicPartition, Long> committed = consumer.endOffsets(ends.keySet(), PATIENCE);
      for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
        long stable = committed.getOrDefault(end.getKey(), 0L);
        if (stable < end.getValue()) {
          throw new FailOverException(
              "a transaction is open in %s of the old primary at %d: stop what writes there"
                  .formatted(end.getKey(), stable));
        }
      }
    }
  }

  private Map<TopicPartition, Long> count(
      Map<TopicPartition, Long> from,
      Map<TopicPartition, Long> begins,
      Map<TopicPartition, Long> ends) {
    Map<TopicPartition, Long> counts = new HashMap<>();
    try (Consumer<byte[], byte[]> consumer = LogConsumers.open(old, LogConsumers.NO_RESET)) {
      Map<TopicPartition, Long> until = new HashMap<>(ends);
      until.keySet().retainAll(from.keySet());
      until.entrySet().removeIf(end -> end.getValue() <= from.getOrDefault(end.getKey(), 0L));
      consumer.assign(until.keySet());
      for (TopicPartition partition : until.keySet()) {
        long begin = Math.max(from.getOrDefault(partition, 0L), begins.getOrDefault(partition, 0L));
        consumer.seek(partition, begin);
      }
      LogReplay.onwards(
          consumer,
          until,
          PATIENCE,
          record ->
              counts.merge(new TopicPartition(record.topic(), record.partition()), 1L, Long::sum));
    }
    return counts;
  }

  /**
   * Deletes the old primary's topics and creates them again, with the same partitions and settings
   * and {@code message.timestamp.type=CreateTime}. Deletes what the old primary knows of links into
   * them.
   *
   * @param seen what the caller has agreed to discard
   * @throws FailOverException if the old primary has something else by now, or if a topic is at
   *     neither cluster; nothing is deleted then
   * @throws KafkaException if a cluster does not answer; calling it again continues
   */
  public void discard(Survey seen) throws FailOverException {
    Survey now = survey();
    if (!now.equals(seen)) {
      throw new FailOverException(
          "the old primary has %d records beyond batch %d, or in place of copied ones, now, and had %d: stop what writes there"
              .formatted(now.records(), now.batch(), seen.records()));
    }
    LinkPosition position = position();
    ClusterTopics topics = new ClusterTopics(oldAdmin);
    OldTopics olds = new OldTopics(topics, position);
    List<NewTopic> missing = olds.missing(new ClusterTopics(promotedAdmin));
    topics.delete(links(topics, position));
    olds.recreate();
    missing.forEach(topics::create);
  }

  /** Returns the topics of links that copy into a topic which is deleted. */
  private Set<String> links(ClusterTopics topics, LinkPosition position) {
    Set<String> links = new HashSet<>();
    for (String name : topics.names()) {
      if (name.startsWith(LinkTopic.PREFIX)) {
        Map<String, TopicPair> copied = LinkTopic.read(old, name).topics();
        if (position.topics().keySet().stream().anyMatch(copied::containsKey)) {
          links.add(name);
        }
      }
    }
    return links;
  }

  @Override
  public void close() {
    promotedAdmin.close(Duration.ZERO); // each call waits for its answer
    oldAdmin.close(Duration.ZERO);
  }
}
