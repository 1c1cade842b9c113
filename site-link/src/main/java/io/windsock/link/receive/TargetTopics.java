package io.windsock.link.receive;

import io.windsock.link.transport.SourceTopic;
import io.windsock.platform.copy.LinkPosition;
import io.windsock.platform.copy.TopicPair;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates the topics of a link at the target, and checks those that exist. */
final class TargetTopics {
  private static final Logger LOG = LoggerFactory.getLogger(TargetTopics.class);

  /** What is in the last segment is not compacted, and is read at the beginning of each session. */
  private static final String CONTROL_SEGMENT_BYTES = String.valueOf(16 << 20);

  /** A position is one record, of up to 200 bytes a partition; brokers take 1 MiB by default. */
  private static final String CONTROL_MESSAGE_BYTES = String.valueOf(8 << 20);

  private final ClusterTopics topics;

  TargetTopics(Admin admin) {
    topics = new ClusterTopics(admin);
  }

  /**
   * Checks that this cluster is not the source: what is said of a target, to delete a topic there,
   * would destroy the only one.
   *
   * @throws RefusedLinkException if a topic is the source's own
   */
  void requireOther(List<SourceTopic> wanted) throws RefusedLinkException {
    for (SourceTopic topic : wanted) {
      TopicDescription there = topics.describe(topic.name());
      if (there != null && there.topicId().equals(topic.id())) {
        throw new RefusedLinkException(
            "topic '%s' is the same one at both sites, so the receiver writes to the cluster that the sender reads: start one of them with the brokers of the other cluster (-b)"
                .formatted(topic.name()));
      }
    }
  }

  /**
   * Creates the link's own topic if it is not there.
   *
   * @throws RefusedLinkException if it is, and forgets positions: as one that a broker has created
   *     by itself for a receiver that still wrote when the topic was deleted
   */
  void createControl(String topic) throws RefusedLinkException {
    if (topics.describe(topic) == null) {
      topics.create(
          new NewTopic(topic, Optional.of(1), Optional.empty())
              .configs(
                  Map.of(
                      TopicConfig.CLEANUP_POLICY_CONFIG,
                      TopicConfig.CLEANUP_POLICY_COMPACT,
                      TopicConfig.SEGMENT_BYTES_CONFIG,
                      CONTROL_SEGMENT_BYTES,
                      TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                      CONTROL_MESSAGE_BYTES)));
    }
    requireCompacted(topic);
  }

  private void requireCompacted(String topic) throws RefusedLinkException {
    String policy = config(topic, TopicConfig.CLEANUP_POLICY_CONFIG);
    if (!TopicConfig.CLEANUP_POLICY_COMPACT.equals(policy)) {
      throw new RefusedLinkException(
          "topic '%s' has cleanup.policy=%s at the target, so what the target has would be forgotten; set it to compact"
              .formatted(topic, policy));
    }
  }

  /**
   * Checks that these topics are still those that the link has copied, if it has.
   *
   * @throws RefusedLinkException if one was created again at either site
   */
  void requireSame(List<SourceTopic> wanted, LinkPosition position) throws RefusedLinkException {
    for (SourceTopic topic : wanted) {
      TopicPair known = position.topics().get(topic.name());
      TopicDescription there = topics.describe(topic.name());
      if (known != null && !known.source().equals(topic.id())) {
        throw refused(topic, "was deleted and created again at the source");
      }
      if (known != null && there != null && !known.target().equals(there.topicId())) {
        throw refused(topic, "was deleted and created again at the target");
      }
    }
  }

  /**
   * Deletes those of these topics that the link has copied, and creates them again. One with
   * another id is left alone: it was created again already.
   *
   * @param before is run before each deletion
   */
  void recreate(List<SourceTopic> wanted, LinkPosition position, Runnable before) {
    for (SourceTopic topic : wanted) {
      TopicPair known = position.topics().get(topic.name());
      TopicDescription there = topics.describe(topic.name());
      if (known != null && there != null && known.target().equals(there.topicId())) {
        before.run();
        topics.recreate(there);
      } else if (known != null && there == null) {
        LOG.warn(
            "topic '{}' was deleted to be copied anew, and not created again: it gets the cluster's"
                + " defaults; set its retention and limits again",
            topic.name());
      }
    }
  }

  /** Returns the names of the link's topics that the target has no more, or others in place of. */
  Set<String> gone(LinkPosition position) {
    Set<String> gone = new HashSet<>();
    position
        .topics()
        .forEach(
            (name, pair) -> {
              TopicDescription there = topics.describe(name);
              if (there == null || !there.topicId().equals(pair.target())) {
                gone.add(name);
              }
            });
    return gone;
  }

  /**
   * Makes the target ready for these topics.
   *
   * @param position what the target has of the link
   * @return the ids of each topic
   * @throws RefusedLinkException if a topic is not as it was, or not as it must be
   */
  Map<String, TopicPair> prepare(List<SourceTopic> wanted, LinkPosition position)
      throws RefusedLinkException {
    Map<String, TopicPair> pairs = new HashMap<>(position.topics());
    for (SourceTopic topic : wanted) {
      pairs.put(topic.name(), prepare(topic, position));
    }
    return pairs;
  }

  private TopicPair prepare(SourceTopic topic, LinkPosition position) throws RefusedLinkException {
    TopicPair known = position.topics().get(topic.name());
    TopicDescription target = topics.describe(topic.name());
    if (known != null && !known.source().equals(topic.id())) {
      throw refused(topic, "was deleted and created again at the source");
    }
    if (target == null) {
      if (known != null) {
        throw refused(topic, "was deleted at the target");
      }
      topics.create(
          new NewTopic(topic.name(), Optional.of(topic.partitions()), Optional.empty())
              .configs(ClusterTopics.TIMESTAMPS));
      target = topics.describe(topic.name());
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

  /** Returns that a topic is not what the link has made it, and the remedy. */
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
    if (!ClusterTopics.CREATE_TIME.equals(type)) {
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
    return ends(topic).values().stream().anyMatch(end -> end > 0);
  }

  /** Returns where the partitions of these topics end; no transaction of the link may be open. */
  Map<TopicPartition, Long> ends(List<SourceTopic> wanted) {
    Map<TopicPartition, Long> all = new HashMap<>();
    wanted.forEach(topic -> all.putAll(ends(topic)));
    return all;
  }

  /** Returns the producer whose transaction is open in a partition, if it still is. */
  Optional<ProducerState> writing(TopicPartition partition) {
    return topics.producers(partition).stream()
        .filter(producer -> producer.currentTransactionStartOffset().isPresent())
        .min(
            Comparator.comparing(
                producer -> producer.currentTransactionStartOffset().orElseThrow()));
  }

  /** Returns the link's own producer, and the state of its transaction. */
  TransactionDescription own(String control) {
    return topics.transaction(control);
  }

  private Map<TopicPartition, Long> ends(SourceTopic topic) {
    return topics.ends(topic.name(), topic.partitions());
  }

  private @Nullable String timestampType(String topic) {
    return config(topic, TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG);
  }

  private @Nullable String config(String topic, String name) {
    return topics.config(topic).get(name).value();
  }

  /**
   * Returns how long a producer's batches may be, so that every topic that exists takes them:
   * bytes. A producer does not split a batch below half its own limit, and would send a longer one
   * for ever.
   */
  int batchBytes(List<SourceTopic> wanted) {
    int bytes = LinkProducer.BATCH_BYTES;
    for (SourceTopic topic : wanted) {
      if (topics.describe(topic.name()) != null) {
        String longest = config(topic.name(), TopicConfig.MAX_MESSAGE_BYTES_CONFIG);
        bytes = longest == null ? bytes : Math.min(bytes, Integer.parseInt(longest));
      }
    }
    return bytes;
  }
}
