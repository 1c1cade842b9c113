package io.windsock.link.receive;

import io.windsock.link.transport.SourceTopic;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** Creates the topics of a link at the target, and checks those that exist. */
final class TargetTopics {
  private static final long PATIENCE_MS = 15_000;
  private static final long SERVED_LOOK_MS = 20;
  private static final String CREATE_TIME = "CreateTime";

  private final Admin admin;

  TargetTopics(Admin admin) {
    this.admin = admin;
  }

  /** Creates the link's own topic if it is not there. */
  void createControl(String topic) {
    if (describe(topic) == null) {
      create(
          new NewTopic(topic, Optional.of(1), Optional.empty())
              .configs(Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, "compact")));
    }
  }

  /**
   * Makes the target ready for these topics.
   *
   * @param position what the target has of the link
   * @return the ids of each topic
   * @throws RefusedLinkException if a topic is not as it was, or not as it must be
   */
  Map<String, TopicPair> prepare(List<SourceTopic> topics, LinkPosition position)
      throws RefusedLinkException {
    Map<String, TopicPair> pairs = new HashMap<>(position.topics());
    for (SourceTopic topic : topics) {
      pairs.put(topic.name(), prepare(topic, position));
    }
    return pairs;
  }

  private TopicPair prepare(SourceTopic topic, LinkPosition position) throws RefusedLinkException {
    TopicPair known = position.topics().get(topic.name());
    TopicDescription target = describe(topic.name());
    if (known != null && !known.source().equals(topic.id())) {
      throw refused(topic, "was deleted and created again at the source");
    }
    if (target == null) {
      if (known != null) {
        throw refused(topic, "was deleted at the target");
      }
      create(
          new NewTopic(topic.name(), Optional.of(topic.partitions()), Optional.empty())
              .configs(Map.of(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, CREATE_TIME)));
      target = describe(topic.name());
    }
    if (target == null) {
      throw new KafkaException("topic '" + topic.name() + "' is not there after it was created");
    }
    if (known != null && !known.target().equals(target.topicId())) {
      throw refused(topic, "was deleted and created again at the target");
    }
    check(topic, target, known == null);
    return new TopicPair(topic.id(), target.topicId());
  }

  private static RefusedLinkException refused(SourceTopic topic, String what) {
    return new RefusedLinkException(changed(topic.name(), what));
  }

  /** Returns that a topic is not the one that it was, and the remedy. */
  static String changed(String topic, String what) {
    return "topic '%s' %s: delete it and the link's topic at the target to copy it anew"
        .formatted(topic, what);
  }

  private void check(SourceTopic topic, TopicDescription target, boolean isNew)
      throws RefusedLinkException {
    if (target.partitions().size() != topic.partitions()) {
      throw new RefusedLinkException(
          "topic '%s' has %d partitions at the target and %d at the source; they must be as many"
              .formatted(topic.name(), target.partitions().size(), topic.partitions()));
    }
    String type = timestampType(topic.name());
    if (!CREATE_TIME.equals(type)) {
      throw new RefusedLinkException(
          "topic '%s' has message.timestamp.type=%s at the target; set it to CreateTime, or the copies get other timestamps"
              .formatted(topic.name(), type));
    }
    if (isNew && holdsRecords(topic)) {
      throw new RefusedLinkException(
          "topic '%s' holds records at the target that this link has not copied: delete it there"
              .formatted(topic.name()));
    }
  }

  private boolean holdsRecords(SourceTopic topic) {
    Map<TopicPartition, OffsetSpec> specs = new HashMap<>();
    for (int p = 0; p < topic.partitions(); p++) {
      specs.put(new TopicPartition(topic.name(), p), OffsetSpec.latest());
    }
    return get(admin.listOffsets(specs).all(), topic.name()).values().stream()
        .anyMatch(end -> end.offset() > 0);
  }

  private @Nullable String timestampType(String topic) {
    return config(topic, TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG);
  }

  private @Nullable String config(String topic, String name) {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    return get(
            Objects.requireNonNull(admin.describeConfigs(Set.of(resource)).values().get(resource)),
            topic)
        .get(name)
        .value();
  }

  /**
   * Returns how long a producer's batches may be, so that every topic that exists takes them. A
   * producer does not split a batch below half its own limit, and would send a longer one for ever.
   *
   * @param most the longest, bytes
   */
  int batchBytes(List<SourceTopic> topics, int most) {
    int bytes = most;
    for (SourceTopic topic : topics) {
      if (describe(topic.name()) != null) {
        String longest = config(topic.name(), TopicConfig.MAX_MESSAGE_BYTES_CONFIG);
        bytes = longest == null ? bytes : Math.min(bytes, Integer.parseInt(longest));
      }
    }
    return bytes;
  }

  private void create(NewTopic topic) {
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

  private @Nullable TopicDescription describe(String topic) {
    try {
      return get(admin.describeTopics(Set.of(topic)).allTopicNames(), topic).get(topic);
    } catch (UnknownTopicOrPartitionException e) {
      return null;
    }
  }

  private static <T> T get(KafkaFuture<T> future, String topic) {
    try {
      return future.get(PATIENCE_MS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof KafkaException known
          ? known
          : new KafkaException("topic '" + topic + "': " + e.getCause(), e);
    } catch (TimeoutException e) {
      throw new KafkaException(
          "topic '" + topic + "': the target did not answer within " + PATIENCE_MS + " ms", e);
    } catch (InterruptedException e) {
      throw new InterruptException("interrupted while looking at topic '" + topic + "'", e);
    }
  }
}
