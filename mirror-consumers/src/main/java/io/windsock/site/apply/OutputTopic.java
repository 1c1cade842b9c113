package io.windsock.site.apply;

import io.windsock.contracts.position.Token;
import io.windsock.platform.kafka.TopicIncarnation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * The output topic that a site follows, as it is in this cluster now.
 *
 * @param clusterId the cluster's id
 * @param name the topic's name
 * @param id the topic's id; a topic that is deleted and created again gets another
 * @param partitions how many partitions it has
 */
public record OutputTopic(String clusterId, String name, Uuid id, int partitions) {
  private static final long RETRY_MS = 200;

  /** The epoch of tokens for this incarnation of the topic. */
  public long epoch() {
    return id.getMostSignificantBits() ^ id.getLeastSignificantBits();
  }

  /** What tells it from others of its name. */
  TopicIncarnation incarnation() {
    return new TopicIncarnation(id, partitions);
  }

  /**
   * Why it can't be followed any more, now that its name stands for {@code now}; null if it can.
   */
  @Nullable String becomes(TopicIncarnation now) {
    String topic = "topic '" + name + "' ";
    if (now.equals(TopicIncarnation.ABSENT)) {
      return topic + "was deleted";
    }
    if (!now.id().equals(id)) {
      return topic + "was deleted and created again: rebuild from it";
    }
    return now.partitions() == partitions
        ? null
        : topic
            + "has "
            + now.partitions()
            + " partitions now, and had "
            + partitions
            + ": rebuild from it";
  }

  /** All its partitions, by number. */
  public List<TopicPartition> all() {
    List<TopicPartition> all = new ArrayList<>();
    for (int p = 0; p < partitions; p++) {
      all.add(new TopicPartition(name, p));
    }
    return all;
  }

  /** Whether {@code token} is a position in it. */
  public boolean owns(Token token) {
    return token.epoch() == epoch() && token.partitions() == partitions;
  }

  /**
   * Looks the topic up, and waits for it to be created.
   *
   * @throws SiteStartException if it isn't there in time, or the cluster does not answer
   */
  public static OutputTopic find(Admin admin, String name, Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    try {
      while (true) {
        TopicDescription topic = describe(admin, name, patience);
        if (topic != null) {
          String cluster =
              admin.describeCluster().clusterId().get(patience.toMillis(), TimeUnit.MILLISECONDS);
          return new OutputTopic(cluster, name, topic.topicId(), topic.partitions().size());
        }
        if (System.nanoTime() - deadline > 0) {
          throw new SiteStartException(
              "there is no topic '"
                  + name
                  + "' after "
                  + patience.toSeconds()
                  + " s: is the"
                  + " topology running, and with the same topic prefix?");
        }
        Thread.sleep(RETRY_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SiteStartException("interrupted while waiting for topic '" + name + "'", e);
    } catch (TimeoutException e) {
      throw new SiteStartException(
          "the cluster did not answer within " + patience.toSeconds() + " s", e);
    } catch (ExecutionException e) {
      throw new SiteStartException("topic '" + name + "': " + e.getCause(), e);
    }
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
