package io.windsock.system;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/** Reads where topics end. */
final class LogEnds {
  private LogEnds() {}

  /**
   * Returns the ends of all that was written to these partitions. A consumer of committed records
   * that reads up to there has read every transaction committed before; the end that such a
   * consumer sees itself lies before a transaction whose marker the broker is still writing.
   */
  static Map<TopicPartition, Long> of(String bootstrapServers, List<TopicPartition> partitions) {
    Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
    partitions.forEach(partition -> latest.put(partition, OffsetSpec.latest()));
    try (Admin admin =
        Admin.create(Map.<String, Object>of("bootstrap.servers", bootstrapServers))) {
      Map<TopicPartition, Long> ends = new HashMap<>();
      admin.listOffsets(latest).all().get().forEach((at, end) -> ends.put(at, end.offset()));
      return ends;
    } catch (ExecutionException e) {
      throw new IllegalStateException("no ends of " + partitions, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
