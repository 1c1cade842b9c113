package io.windsock.link.transport;

import java.util.List;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;

/**
 * A topic that is copied.
 *
 * @param name its name, at both sites
 * @param id its id at the source; a recreated topic has another
 * @param partitions the number of its partitions
 * @param incomplete the partitions that are, at the source, copies without their beginnings
 * @param ends by partition, the offset after its last committed record at the source; empty if they
 *     are not known
 */
public record SourceTopic(
    String name, Uuid id, int partitions, Set<Integer> incomplete, List<Long> ends) {
  /** Copies the collections. */
  public SourceTopic {
    incomplete = Set.copyOf(incomplete);
    ends = List.copyOf(ends);
  }

  /** Creates a topic of which it is not known where it ends. */
  public SourceTopic(String name, Uuid id, int partitions, Set<Integer> incomplete) {
    this(name, id, partitions, incomplete, List.of());
  }

  /** Creates a topic that is no copy, or a whole one. */
  public SourceTopic(String name, Uuid id, int partitions) {
    this(name, id, partitions, Set.of());
  }

  /** Returns the topic with these incomplete partitions. */
  SourceTopic with(Set<Integer> incomplete) {
    return new SourceTopic(name, id, partitions, incomplete, ends);
  }

  /** Returns the topic with these ends. */
  SourceTopic with(List<Long> ends) {
    return new SourceTopic(name, id, partitions, incomplete, ends);
  }

  /** Returns the incomplete partitions, by number. */
  List<TopicPartition> incompletePartitions() {
    return incomplete.stream().sorted().map(p -> new TopicPartition(name, p)).toList();
  }
}
