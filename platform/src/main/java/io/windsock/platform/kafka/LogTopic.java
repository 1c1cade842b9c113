package io.windsock.platform.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * A topic as it currently exists in a cluster.
 *
 * @param clusterId the cluster's id
 * @param name the topic's name
 * @param id the topic's id; a recreated topic has another
 * @param partitions the number of partitions
 */
public record LogTopic(String clusterId, String name, Uuid id, int partitions) {
  private static final long RETRY_MS = 200;

  /** Returns the epoch of tokens for this incarnation of the topic. */
  public long epoch() {
    return epoch(id);
  }

  /** Returns the epoch of tokens for the incarnation of a topic with this id. */
  public static long epoch(Uuid id) {
    return id.getMostSignificantBits() ^ id.getLeastSignificantBits();
  }

  /** Returns the incarnation, which distinguishes it from others of the same name. */
  public TopicIncarnation incarnation() {
    return new TopicIncarnation(id, partitions);
  }

  /**
   * Returns why the topic can't be followed any more, now that its name refers to {@code now}; null
   * if it can.
   */
  public @Nullable String becomes(TopicIncarnation now) {
    String topic = "topic '" + name + "' ";
    if (now.equals(TopicIncarnation.ABSENT)) {
      return topic + "was deleted";
    }
    if (!now.id().equals(id)) {
      return topic + "was deleted and created again: rebuild from it";
    }
    return now.partitions() == partitions
        ? null
        : "%shas %d partitions now, and had %d: rebuild from it"
            .formatted(topic, now.partitions(), partitions);
  }

  /** Returns all partitions, by number. */
  public List<TopicPartition> all() {
    List<TopicPartition> all = new ArrayList<>();
    for (int p = 0; p < partitions; p++) {
      all.add(new TopicPartition(name, p));
    }
    return all;
  }

  /**
   * Looks the topic up, waiting for it to be created.
   *
   * @throws UnknownTopicOrPartitionException if it does not exist in time
   * @throws KafkaException if the cluster does not answer
   */
  public static LogTopic find(Admin admin, String name, Duration patience) {
    long deadlineNs = System.nanoTime() + patience.toNanos();
    try {
      TopicDescription topic = describe(admin, name, patience);
      while (topic == null) {
        if (System.nanoTime() - deadlineNs > 0) {
          throw new UnknownTopicOrPartitionException(
              "there is no topic '" + name + "' after " + patience.toSeconds() + " s");
        }
        Thread.sleep(RETRY_MS);
        topic = describe(admin, name, patience);
      }
      return of(topic, cluster(admin, patience));
    } catch (InterruptedException e) {
      throw new InterruptException("interrupted while waiting for topic '" + name + "'", e);
    } catch (TimeoutException e) {
      throw new KafkaException(
          "the cluster did not answer within " + patience.toSeconds() + " s", e);
    } catch (ExecutionException e) {
      throw new KafkaException("topic '" + name + "': " + e.getCause(), e);
    }
  }

  private static LogTopic of(TopicDescription topic, String clusterId) {
    return new LogTopic(clusterId, topic.name(), topic.topicId(), topic.partitions().size());
  }

  private static String cluster(Admin admin, Duration patience)
      throws InterruptedException, ExecutionException, TimeoutException {
    return admin.describeCluster().clusterId().get(patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static @Nullable TopicDescription describe(Admin admin, String name, Duration patience)
      throws InterruptedException, ExecutionException, TimeoutException {
    try {
      return admin
          .describeTopics(Set.of(name))
          .allTopicNames()
          .get(patience.toMillis(), TimeUnit.MILLISECONDS)
          .get(name);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return null;
      }
      throw e;
    }
  }
}
