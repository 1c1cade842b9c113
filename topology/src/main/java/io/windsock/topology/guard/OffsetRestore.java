package io.windsock.topology.guard;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.topology.receive.LoggedStamp;
import io.windsock.topology.streams.TopologyGraph;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
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
    List<TopicPartition> changelog =
        Partitions.existing(admin, List.of(TopologyGraph.changelog(application.id())));
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    Tail.read(kafka, changelog, record -> LoggedStamp.isIn(record.key()))
        .forEach(
            (partition, tail) -> {
              ConsumerRecord<byte[], byte[]> newest = tail.newest();
              if (newest != null) {
                offsets.putAll(offsets(application, partition.partition(), newest.value()));
              }
            });
    AdminReply.get(
        admin.alterConsumerGroupOffsets(application.id(), offsets).all(),
        "restore the offsets of " + application.id() + " (stop its instances first)");
    LOG.warn("The offsets of {} were restored from its changelog: {}", application.id(), offsets);
  }

  private static Map<TopicPartition, OffsetAndMetadata> offsets(
      Application application, int partition, byte[] accounts) {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    long[] stamp = LoggedStamp.read(accounts, application.catalogue().streams());
    for (int stream = 0; stream < stamp.length; stream++) {
      if (stamp[stream] > 0) {
        offsets.put(
            new TopicPartition(application.sources().get(stream), partition),
            new OffsetAndMetadata(stamp[stream]));
      }
    }
    return offsets;
  }
}
