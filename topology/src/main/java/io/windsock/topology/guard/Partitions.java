package io.windsock.topology.guard;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** The partitions of topics, and where they begin and end. */
final class Partitions {
  private Partitions() {}

  /** Where partitions begin and end. */
  record Bounds(Map<TopicPartition, Long> begins, Map<TopicPartition, Long> ends) {
    /** The bounds of these topics, as far as they exist. */
    static Bounds read(Admin admin, Collection<String> topics) {
      List<TopicPartition> partitions = existing(admin, topics);
      return new Bounds(
          offsets(admin, partitions, OffsetSpec.earliest()),
          offsets(admin, partitions, OffsetSpec.latest()));
    }

    long begin(TopicPartition partition) {
      return begins.getOrDefault(partition, 0L);
    }

    long end(TopicPartition partition) {
      return ends.getOrDefault(partition, 0L);
    }
  }

  /** The partitions of those topics that exist. */
  static List<TopicPartition> existing(Admin admin, Collection<String> topics) {
    Set<String> all = AdminReply.get(admin.listTopics().names(), "list the topics");
    List<String> existing = topics.stream().filter(all::contains).toList();
    List<TopicPartition> partitions = new ArrayList<>();
    AdminReply.get(admin.describeTopics(existing).allTopicNames(), "describe " + existing)
        .forEach(
            (name, topic) ->
                topic
                    .partitions()
                    .forEach(info -> partitions.add(new TopicPartition(name, info.partition()))));
    return partitions;
  }

  /** An offset of each of these partitions, as readers of committed records see it. */
  static Map<TopicPartition, Long> offsets(
      Admin admin, Collection<TopicPartition> partitions, OffsetSpec which) {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    partitions.forEach(partition -> asked.put(partition, which));
    Map<TopicPartition, Long> offsets = new HashMap<>();
    AdminReply.get(
            admin.listOffsets(asked, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED)).all(),
            "read where topics begin and end")
        .forEach((partition, info) -> offsets.put(partition, info.offset()));
    return offsets;
  }
}
