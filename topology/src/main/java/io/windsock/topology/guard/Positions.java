package io.windsock.topology.guard;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.platform.kafka.LogConsumers;
import io.windsock.topology.receive.LoggedStamp;
import io.windsock.topology.streams.TopologyGraph;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * The progress of an application as recorded in the cluster, and the bounds of its topics.
 *
 * @param kafka properties of a client
 */
record Positions(Admin admin, Map<String, Object> kafka, Application application) {
  /** Where partitions begin and end; 0 for others. */
  record Bounds(Map<TopicPartition, Long> begins, Map<TopicPartition, Long> ends) {
    long begin(TopicPartition partition) {
      return begins.getOrDefault(partition, 0L);
    }

    long end(TopicPartition partition) {
      return ends.getOrDefault(partition, 0L);
    }
  }

  /**
   * Returns the committed offset of each source partition that has one, ignoring transactions under
   * way. A killed topology leaves a transaction open until it times out. If asked for stable
   * offsets, Kafka's admin client would omit its partitions as if nothing had ever been committed.
   */
  Map<TopicPartition, Long> committed() {
    Map<TopicPartition, Long> offsets = committedBy(application.id());
    offsets.keySet().removeIf(partition -> !application.sources().contains(partition.topic()));
    return offsets;
  }

  /** Returns the committed offsets of any group. */
  Map<TopicPartition, Long> committedBy(String group) {
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

  /**
   * Returns, for each source partition in the application's changelog, the offset after the last
   * record received or accounted for as lost. Offsets committed to a group can expire or be changed
   * by any client; the changelog belongs to the application and is written in the same transaction.
   */
  Map<TopicPartition, Long> stamps() {
    List<TopicPartition> changelog = existing(List.of(TopologyGraph.changelog(application.id())));
    Map<TopicPartition, Long> stamps = new HashMap<>();
    Tail.read(this, changelog, record -> LoggedStamp.isIn(record.key()))
        .forEach(
            (partition, tail) -> {
              ConsumerRecord<byte[], byte[]> newest = tail.newest();
              if (newest != null) {
                addStamp(partition, newest.value(), stamps);
              }
            });
    return stamps;
  }

  private void addStamp(
      TopicPartition changelog, byte[] accounts, Map<TopicPartition, Long> stamps) {
    try {
      long[] stamp = LoggedStamp.read(accounts, application.catalogue().streams());
      for (int stream = 0; stream < stamp.length; stream++) {
        String source = application.sources().get(stream);
        stamps.put(new TopicPartition(source, changelog.partition()), stamp[stream]);
      }
    } catch (IllegalArgumentException e) {
      throw ConfigurationException.of(changelog.toString(), String.valueOf(e.getMessage()));
    }
  }

  /** Returns the bounds of the existing source topics. */
  Bounds sources() {
    List<TopicPartition> partitions = existing(application.sources());
    return new Bounds(
        offsets(partitions, OffsetSpec.earliest()), offsets(partitions, OffsetSpec.latest()));
  }

  /** Returns the partitions of those topics that exist. */
  List<TopicPartition> existing(Collection<String> topics) {
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

  /** Returns an offset of each of these partitions, as seen by readers of committed records. */
  private Map<TopicPartition, Long> offsets(
      Collection<TopicPartition> partitions, OffsetSpec which) {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    partitions.forEach(partition -> asked.put(partition, which));
    Map<TopicPartition, Long> offsets = new HashMap<>();
    AdminReply.get(
            admin.listOffsets(asked, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED)).all(),
            "read where topics begin and end")
        .forEach((partition, info) -> offsets.put(partition, info.offset()));
    return offsets;
  }

  /** Returns a consumer of committed records without a group. */
  KafkaConsumer<byte[], byte[]> reader() {
    return LogConsumers.open(kafka, LogConsumers.FROM_BEGINNING);
  }
}
