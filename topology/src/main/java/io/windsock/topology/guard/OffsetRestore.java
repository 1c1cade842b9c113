package io.windsock.topology.guard;

import io.windsock.contracts.config.ConfigurationException;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets an application's committed offsets to where its changelog is: the status table, the outputs
 * and the offsets were one transaction, so nothing is received twice, and nothing is left out.
 */
final class OffsetRestore {
  private static final Logger LOG = LoggerFactory.getLogger(OffsetRestore.class);

  private OffsetRestore() {}

  /**
   * Sets them; those of partitions that the changelog has nothing of stay.
   *
   * @param kafka properties of a client
   * @throws ConfigurationException if the group has members, or the cluster refuses
   */
  static void restore(Admin admin, Map<String, Object> kafka, Application application) {
    Map<TopicPartition, Long> committed = Committed.offsets(admin, application);
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    Stamps.read(admin, kafka, application)
        .forEach(
            (partition, stamp) -> {
              if (stamp > 0 || committed.containsKey(partition)) {
                offsets.put(partition, new OffsetAndMetadata(stamp));
              }
            });
    AdminReply.get(
        admin.alterConsumerGroupOffsets(application.id(), offsets).all(),
        "restore the offsets of " + application.id() + " (stop its instances first)");
    LOG.warn("The offsets of {} were restored from its changelog: {}", application.id(), offsets);
  }
}
