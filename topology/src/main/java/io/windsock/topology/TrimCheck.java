package io.windsock.topology;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells at the start what the topology will never see: source records that retention deleted while
 * it was not running. Kafka itself would go on after them without a word.
 */
final class TrimCheck {
  private static final Logger LOG = LoggerFactory.getLogger(TrimCheck.class);

  private TrimCheck() {}

  /** Logs a warning for each partition with such records; answers how many there are in all. */
  static long warn(Admin admin, TopologyConfig config) {
    Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();
    AdminReply.get(
            admin.listConsumerGroupOffsets(config.applicationId()).partitionsToOffsetAndMetadata(),
            "read the offsets of " + config.applicationId())
        .forEach(
            (partition, offset) -> {
              if (offset != null && sources(config).contains(partition.topic())) {
                committed.put(partition, offset);
              }
            });
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    committed.keySet().forEach(partition -> asked.put(partition, OffsetSpec.earliest()));
    Map<TopicPartition, ListOffsetsResultInfo> first =
        AdminReply.get(admin.listOffsets(asked).all(), "read where the source topics begin");
    long lost = 0;
    for (Map.Entry<TopicPartition, ListOffsetsResultInfo> entry : first.entrySet()) {
      OffsetAndMetadata next = committed.get(entry.getKey());
      long missing = next == null ? 0 : entry.getValue().offset() - next.offset();
      if (missing > 0) {
        lost += missing;
        LOG.warn(
            "{} records of {} from offset {} were deleted by retention before they were received",
            missing,
            entry.getKey(),
            next == null ? 0 : next.offset());
      }
    }
    return lost;
  }

  private static List<String> sources(TopologyConfig config) {
    List<String> topics = new ArrayList<>();
    config.catalogue().streams().forEach(stream -> topics.add(config.topics().source(stream)));
    return topics;
  }
}
