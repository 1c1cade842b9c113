package io.windsock.topology.guard;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;

/**
 * How far a group has received, as Kafka has it. What a transaction under way would change is left
 * out: a killed topology leaves one open until its time is over, and Kafka's admin client, asked
 * for stable offsets, would pass over its partitions as if nothing had ever been committed there.
 */
final class Committed {
  private Committed() {}

  /** The offset of the next record to receive, of each source partition that has one. */
  static Map<TopicPartition, Long> offsets(Admin admin, Application application) {
    Map<TopicPartition, Long> offsets = all(admin, application.id());
    offsets.keySet().removeIf(partition -> !application.sources().contains(partition.topic()));
    return offsets;
  }

  /** The same of whatever the group has committed. */
  static Map<TopicPartition, Long> all(Admin admin, String group) {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    AdminReply.get(
            admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata(),
            "read the offsets of " + group)
        .forEach(
            (partition, committed) -> {
              if (committed != null) {
                offsets.put(partition, committed.offset());
              }
            });
    return offsets;
  }
}
