package io.windsock.link.receive;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.DeleteTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicCollection;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicIdException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * The topics of a cluster: looks at them, creates and deletes them. Each call waits for the
 * cluster; one that does not answer causes a {@link KafkaException}.
 */
public final class ClusterTopics {
  /** The timestamps of a copy are its records' producers'. */
  static final String CREATE_TIME = "CreateTime";

  /**
   * The settings of a copy, which takes any timestamp that its source has taken: by default brokers
   * refuse those that are an hour ahead of their own clock.
   */
  static final Map<String, String> TIMESTAMPS =
      Map.of(
          TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
          CREATE_TIME,
          TopicConfig.MESSAGE_TIMESTAMP_BEFORE_MAX_MS_CONFIG,
          String.valueOf(Long.MAX_VALUE),
          TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG,
          String.valueOf(Long.MAX_VALUE));

  private static final long PATIENCE_MS = 15_000;
  private static final long SERVED_LOOK_MS = 20;

  private final Admin admin;

  /** Uses a client, which the caller closes. */
  public ClusterTopics(Admin admin) {
    this.admin = admin;
  }

  /** Returns the names of all topics. */
  public Set<String> names() {
    return get(admin.listTopics().names(), "*");
  }

  /** Returns where a topic's partitions end, whether what is there is committed or not. */
  public Map<TopicPartition, Long> ends(String topic, int partitions) {
    return offsets(topic, partitions, OffsetSpec.latest());
  }

  /** Returns where a topic's partitions begin. */
  public Map<TopicPartition, Long> beginnings(String topic, int partitions) {
    return offsets(topic, partitions, OffsetSpec.earliest());
  }

  private Map<TopicPartition, Long> offsets(String topic, int partitions, OffsetSpec which) {
    Map<TopicPartition, OffsetSpec> specs = new HashMap<>();
    for (int p = 0; p < partitions; p++) {
      specs.put(new TopicPartition(topic, p), which);
    }
    Map<TopicPartition, Long> offsets = new HashMap<>();
    get(admin.listOffsets(specs).all(), topic)
        .forEach((partition, offset) -> offsets.put(partition, offset.offset()));
    return offsets;
  }

  /** Returns who writes to a partition; those with a transaction under way are among them. */
  Collection<ProducerState> producers(TopicPartition partition) {
    return get(
            admin.describeProducers(Set.of(partition)).partitionResult(partition),
            partition.topic())
        .activeProducers();
  }

  /** Returns the producer of a transactional id, and the state of its transaction. */
  TransactionDescription transaction(String id) {
    return get(admin.describeTransactions(Set.of(id)).description(id), id);
  }

  /** Returns a topic's settings. */
  public Config config(String topic) {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    return get(
        Objects.requireNonNull(admin.describeConfigs(Set.of(resource)).values().get(resource)),
        topic);
  }

  /**
   * Returns the settings that were made for a topic, with the timestamps that a copy needs. Others
   * are the cluster's defaults.
   */
  public Map<String, String> settings(String topic) {
    Map<String, String> settings = new HashMap<>();
    for (ConfigEntry entry : config(topic).entries()) {
      if (entry.source() == ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG) {
        settings.put(entry.name(), entry.value());
      }
    }
    settings.putAll(TIMESTAMPS);
    return settings;
  }

  /**
   * Deletes a topic and creates it again, with its {@link #settings}. Another topic that has taken
   * its name is left alone. Once the topic is deleted, its settings are nowhere else, so an
   * interruption waits until it is created.
   */
  public void recreate(TopicDescription topic) {
    NewTopic again =
        new NewTopic(
                topic.name(),
                topic.partitions().size(),
                (short) topic.partitions().get(0).replicas().size())
            .configs(settings(topic.name()));
    uninterrupted(
        () -> {
          delete(topic);
          create(again);
        });
  }

  private static void uninterrupted(Runnable work) {
    try {
      CompletableFuture.runAsync(work, task -> new Thread(task, "link-topics").start())
          .join(); // waits also if interrupted, and stays so
    } catch (CompletionException e) {
      throw e.getCause() instanceof KafkaException known ? known : e;
    }
  }

  /** Deletes topics, and waits until they are gone. */
  public void delete(Set<String> topics) {
    for (String name : topics) {
      TopicDescription topic = describe(name);
      if (topic != null) {
        delete(topic);
      }
    }
  }

  /** By its id: a request that is late must not delete the topic that was created in its place. */
  private void delete(TopicDescription topic) {
    TopicCollection id = TopicCollection.ofTopicIds(List.of(topic.topicId()));
    DeleteTopicsOptions inTime = new DeleteTopicsOptions().timeoutMs((int) PATIENCE_MS);
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS);
    try {
      get(admin.deleteTopics(id, inTime).all(), topic.name());
    } catch (UnknownTopicIdException e) {
      // Somebody else has deleted it.
    }
    while (exists(topic)) {
      if (System.nanoTime() > deadlineNs) {
        throw new KafkaException("topic '" + topic.name() + "' is still there after its deletion");
      }
      pause();
    }
  }

  private boolean exists(TopicDescription topic) {
    TopicDescription there = describe(topic.name());
    return there != null && there.topicId().equals(topic.topicId());
  }

  /** Creates a topic unless there is one of this name, and waits until it is served. */
  public void create(NewTopic topic) {
    try {
      get(admin.createTopics(List.of(topic)).all(), topic.name());
    } catch (TopicExistsException e) {
      // Somebody else has created it in the meantime; it is checked like any other.
    }
    awaitServed(topic);
  }

  /** The controller responds before brokers serve the topic (KAFKA-15591). */
  private void awaitServed(NewTopic topic) {
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS);
    Map<TopicPartition, OffsetSpec> specs = new HashMap<>();
    for (int p = 0; p < topic.numPartitions(); p++) {
      specs.put(new TopicPartition(topic.name(), p), OffsetSpec.latest());
    }
    while (true) {
      try {
        var unused = get(admin.listOffsets(specs).all(), topic.name());
        return;
      } catch (UnknownTopicOrPartitionException e) {
        if (System.nanoTime() > deadlineNs) {
          throw e;
        }
        pause();
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(SERVED_LOOK_MS);
    } catch (InterruptedException e) {
      throw new InterruptException("interrupted while a topic is being created", e);
    }
  }

  /** Returns a topic; null if there is none of this name. */
  public @Nullable TopicDescription describe(String topic) {
    try {
      return get(admin.describeTopics(Set.of(topic)).allTopicNames(), topic).get(topic);
    } catch (UnknownTopicOrPartitionException e) {
      return null;
    }
  }

  static <T> T get(KafkaFuture<T> future, String topic) {
    try {
      return future.get(PATIENCE_MS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof KafkaException known
          ? known
          : new KafkaException("topic '" + topic + "': " + e.getCause(), e);
    } catch (TimeoutException e) {
      throw new KafkaException(
          "topic '" + topic + "': the cluster did not answer within " + PATIENCE_MS + " ms", e);
    } catch (InterruptedException e) {
      throw new InterruptException("interrupted while looking at topic '" + topic + "'", e);
    }
  }
}
