package io.windsock.topology;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;

/** How far the application has received the source topics, as Kafka has it. */
final class Committed {
  private Committed() {}

  /** The offset of the next record to receive, of each source partition that has one. */
  static Map<TopicPartition, Long> offsets(Admin admin, TopologyConfig config) {
    Set<String> sources = new HashSet<>();
    config.catalogue().streams().forEach(stream -> sources.add(config.topics().source(stream)));
    Map<TopicPartition, Long> offsets = new HashMap<>();
    AdminReply.get(
            admin.listConsumerGroupOffsets(config.applicationId()).partitionsToOffsetAndMetadata(),
            "read the offsets of " + config.applicationId())
        .forEach(
            (partition, committed) -> {
              if (committed != null && sources.contains(partition.topic())) {
                offsets.put(partition, committed.offset());
              }
            });
    return offsets;
  }
}
