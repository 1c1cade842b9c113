package io.windsock.topology.guard;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.topology.receive.LoggedStamp;
import io.windsock.topology.streams.TopologyGraph;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * How far an application has received, as its changelog has it. What is committed to a group can
 * expire or be set by anybody; this is of the same transaction, and the application's own.
 */
final class Stamps {
  private Stamps() {}

  /**
   * The offset after the last record received of each source partition, or accounted for as lost;
   * without the partitions that the changelog has nothing of.
   *
   * @param kafka properties of a client
   */
  static Map<TopicPartition, Long> read(
      Admin admin, Map<String, Object> kafka, Application application) {
    List<TopicPartition> changelog =
        Partitions.existing(admin, List.of(TopologyGraph.changelog(application.id())));
    Map<TopicPartition, Long> stamps = new HashMap<>();
    Tail.read(kafka, changelog, record -> LoggedStamp.isIn(record.key()))
        .forEach(
            (partition, tail) -> {
              ConsumerRecord<byte[], byte[]> newest = tail.newest();
              if (newest != null) {
                stamps.putAll(stamps(application, partition, newest.value()));
              }
            });
    return stamps;
  }

  private static Map<TopicPartition, Long> stamps(
      Application application, TopicPartition changelog, byte[] accounts) {
    Map<TopicPartition, Long> stamps = new HashMap<>();
    long[] stamp = stamp(application, changelog, accounts);
    for (int stream = 0; stream < stamp.length; stream++) {
      String source = application.sources().get(stream);
      stamps.put(new TopicPartition(source, changelog.partition()), stamp[stream]);
    }
    return stamps;
  }

  private static long[] stamp(Application application, TopicPartition changelog, byte[] accounts) {
    try {
      return LoggedStamp.read(accounts, application.catalogue().streams());
    } catch (IllegalArgumentException e) {
      throw ConfigurationException.of(changelog.toString(), String.valueOf(e.getMessage()));
    }
  }
}
