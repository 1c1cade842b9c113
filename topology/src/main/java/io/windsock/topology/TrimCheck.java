package io.windsock.topology;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
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
    Map<TopicPartition, Long> committed = Committed.offsets(admin, config);
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    committed.keySet().forEach(partition -> asked.put(partition, OffsetSpec.earliest()));
    Map<TopicPartition, ListOffsetsResultInfo> first =
        AdminReply.get(admin.listOffsets(asked).all(), "read where the source topics begin");
    long lost = 0;
    for (Map.Entry<TopicPartition, Long> next : committed.entrySet()) {
      ListOffsetsResultInfo begin = Objects.requireNonNull(first.get(next.getKey()));
      long missing = begin.offset() - next.getValue();
      if (missing > 0) {
        lost += missing;
        LOG.warn(
            "{} records of {} from offset {} were deleted by retention before they were received",
            missing,
            next.getKey(),
            next.getValue());
      }
    }
    return lost;
  }
}
