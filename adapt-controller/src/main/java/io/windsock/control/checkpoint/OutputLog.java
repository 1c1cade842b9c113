package io.windsock.control.checkpoint;

import io.windsock.platform.copy.LinkTopic;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListGroupsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;

/** An output topic in Kafka, which it inspects and trims. One thread owns it. */
public final class OutputLog {
  private static final long PATIENCE_MS = 10_000;

  private final Admin admin;
  private final String topic;
  private final String groupPrefix;

  /**
   * Creates the log of a topic.
   *
   * @param groupPrefix a site's group is this followed by the site's name
   */
  public OutputLog(Admin admin, String topic, String groupPrefix) {
    this.admin = admin;
    this.topic = topic;
    this.groupPrefix = groupPrefix;
  }

  /**
   * Returns the current position of the log.
   *
   * @param sites whose committed offsets to look up
   * @throws ExecutionException if the cluster refuses; the cause gives the reason
   * @throws TimeoutException if the cluster does not answer
   */
  public LogPosition look(Collection<String> sites)
      throws ExecutionException, TimeoutException, InterruptedException {
    TopicDescription described =
        Objects.requireNonNull(get(admin.describeTopics(Set.of(topic)).allTopicNames()).get(topic));
    List<TopicPartition> partitions = new ArrayList<>();
    for (int partition = 0; partition < described.partitions().size(); partition++) {
      partitions.add(new TopicPartition(topic, partition));
    }
    Uuid id = described.topicId();
    long epoch = id.getMostSignificantBits() ^ id.getLeastSignificantBits();
    List<Long> begins = offsets(partitions, OffsetSpec.earliest());
    Map<String, List<Long>> committed = committed(groupPrefix, sites, partitions);
    Map<String, List<Long>> links = copied(partitions);
    // Read last, so no site has committed past these offsets.
    List<Long> ends = offsets(partitions, OffsetSpec.latest());
    return new LogPosition(topic, epoch, begins, ends, committed, links);
  }

  private List<Long> offsets(List<TopicPartition> partitions, OffsetSpec spec)
      throws ExecutionException, TimeoutException, InterruptedException {
    Map<TopicPartition, OffsetSpec> specs = new HashMap<>();
    partitions.forEach(at -> specs.put(at, spec));
    ListOffsetsOptions readable = new ListOffsetsOptions(IsolationLevel.READ_COMMITTED);
    var offsets = get(admin.listOffsets(specs, readable).all());
    return partitions.stream().map(at -> Objects.requireNonNull(offsets.get(at)).offset()).toList();
  }

  /**
   * Returns the offsets that groups have committed, by what follows the prefix in a group's name.
   */
  private Map<String, List<Long>> committed(
      String prefix, Collection<String> names, List<TopicPartition> partitions)
      throws ExecutionException, TimeoutException, InterruptedException {
    Map<String, ListConsumerGroupOffsetsSpec> groups = new HashMap<>();
    for (String name : names) {
      groups.put(prefix + name, new ListConsumerGroupOffsetsSpec().topicPartitions(partitions));
    }
    Map<String, List<Long>> committed = new HashMap<>();
    if (groups.isEmpty()) {
      return committed;
    }
    Map<String, Map<TopicPartition, OffsetAndMetadata>> all =
        get(admin.listConsumerGroupOffsets(groups).all());
    for (String name : names) {
      Map<TopicPartition, OffsetAndMetadata> offsets = all.get(prefix + name);
      List<Long> byPartition = new ArrayList<>();
      for (TopicPartition at : partitions) {
        OffsetAndMetadata offset = offsets == null ? null : offsets.get(at);
        byPartition.add(offset == null ? -1L : offset.offset());
      }
      committed.put(name, byPartition);
    }
    return committed;
  }

  /** Returns what the links that copy this topic have copied. Their groups have topics' names. */
  private Map<String, List<Long>> copied(List<TopicPartition> partitions)
      throws ExecutionException, TimeoutException, InterruptedException {
    List<String> links =
        get(admin.listGroups(ListGroupsOptions.forConsumerGroups()).all()).stream()
            .map(GroupListing::groupId)
            .filter(group -> group.startsWith(LinkTopic.PREFIX))
            .map(LinkTopic::link)
            .toList();
    Map<String, List<Long>> copied = committed(LinkTopic.PREFIX, links, partitions);
    copied.values().removeIf(offsets -> offsets.stream().allMatch(offset -> offset < 0));
    return copied;
  }

  /**
   * Deletes the records before these offsets.
   *
   * @throws ExecutionException if the cluster refuses; the cause gives the reason
   * @throws TimeoutException if the cluster does not answer
   */
  public void trim(Map<Integer, Long> to)
      throws ExecutionException, TimeoutException, InterruptedException {
    Map<TopicPartition, RecordsToDelete> records = new HashMap<>();
    to.forEach(
        (partition, offset) ->
            records.put(
                new TopicPartition(topic, partition), RecordsToDelete.beforeOffset(offset)));
    get(admin.deleteRecords(records).all());
  }

  private static <T> T get(KafkaFuture<T> future)
      throws ExecutionException, TimeoutException, InterruptedException {
    return future.get(PATIENCE_MS, TimeUnit.MILLISECONDS);
  }
}
