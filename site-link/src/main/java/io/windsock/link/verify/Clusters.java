package io.windsock.link.verify;

import io.windsock.platform.copy.LinkPosition;
import io.windsock.platform.copy.LinkTopic;
import io.windsock.platform.copy.TopicPair;
import io.windsock.platform.kafka.LogTopic;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Both clusters of a link, as far as a comparison must know them. One thread owns it. */
final class Clusters implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(15);
  private static final Duration TOPIC_PATIENCE = Duration.ofSeconds(2);

  /** How long a target at rest may take to show the end of its last transaction. */
  private static final long REST_MS = 3_000;

  private static final long LOOK_MS = 100;

  private final VerifyConfig config;
  private final Admin source;
  private final Admin target;

  /**
   * Where the target's log ends.
   *
   * @param position what it has of the link
   * @param ends by partition; empty if the link copies meanwhile, so that no end belongs to the
   *     position
   */
  record TargetEnd(LinkPosition position, Map<TopicPartition, Long> ends) {}

  Clusters(VerifyConfig config) {
    this.config = config;
    source = Admin.create(config.source());
    target = Admin.create(config.target());
  }

  /**
   * Returns the position and, if the link is at rest, where the target's log ends.
   *
   * @param topics those that are compared; others need not exist any more
   * @throws VerifyException if the target has nothing of the link
   */
  TargetEnd targetEnd(Collection<String> topics) throws VerifyException, InterruptedException {
    LinkPosition before = position();
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(REST_MS);
    while (true) {
      List<TopicPartition> partitions =
          before.next().keySet().stream()
              .filter(partition -> topics.contains(partition.topic()))
              .toList();
      Map<TopicPartition, Long> committed =
          offsets(target, partitions, OffsetSpec.latest(), IsolationLevel.READ_COMMITTED);
      Map<TopicPartition, Long> written =
          offsets(target, partitions, OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED);
      LinkPosition after = position();
      if (committed.equals(written) && isSame(before, after)) {
        return new TargetEnd(after, committed);
      }
      if (System.nanoTime() - deadlineNs > 0) {
        return new TargetEnd(after, Map.of());
      }
      before = after;
      TimeUnit.MILLISECONDS.sleep(LOOK_MS);
    }
  }

  /** Returns whether nothing was committed between the two. */
  private static boolean isSame(LinkPosition one, LinkPosition other) {
    return one.epoch() == other.epoch() && one.batch() == other.batch();
  }

  /**
   * Returns the link's position.
   *
   * @throws VerifyException if the target has nothing of the link
   */
  LinkPosition position() throws VerifyException {
    String topic = LinkTopic.name(config.link());
    try {
      LogTopic.find(target, topic, TOPIC_PATIENCE);
      return LinkTopic.read(config.target(), topic);
    } catch (UnknownTopicOrPartitionException e) {
      throw new VerifyException(
          "the target has nothing of a link '%s': name the link, and the cluster that its receiver writes to"
              .formatted(config.link()));
    }
  }

  /**
   * Returns the topics to compare, in order.
   *
   * @throws VerifyException if one is not copied, or is another than when its copying began
   */
  List<String> topics(LinkPosition position) throws VerifyException {
    for (String topic : config.topics()) {
      if (!position.topics().containsKey(topic)) {
        throw new VerifyException(
            "link '%s' does not copy topic '%s'; it copies %s"
                .formatted(config.link(), topic, new TreeSet<>(position.topics().keySet())));
      }
    }
    List<String> topics =
        List.copyOf(
            new TreeSet<>(
                config.topics().isEmpty() ? position.topics().keySet() : config.topics()));
    for (String topic : topics) {
      TopicPair pair = Objects.requireNonNull(position.topics().get(topic), topic);
      requireSame(source, "source", topic, pair.source());
      requireSame(target, "target", topic, pair.target());
    }
    return topics;
  }

  private static void requireSame(Admin admin, String side, String topic, Uuid copied)
      throws VerifyException {
    try {
      Uuid now = LogTopic.find(admin, topic, TOPIC_PATIENCE).id();
      if (!now.equals(copied)) {
        throw new VerifyException(
            "topic '%s' was deleted and created again at the %s".formatted(topic, side));
      }
    } catch (UnknownTopicOrPartitionException e) {
      throw new VerifyException("topic '%s' was deleted at the %s".formatted(topic, side));
    }
  }

  Map<TopicPartition, Long> sourceBeginnings(Collection<TopicPartition> partitions) {
    return beginnings(source, partitions);
  }

  Map<TopicPartition, Long> targetBeginnings(Collection<TopicPartition> partitions) {
    return beginnings(target, partitions);
  }

  private static Map<TopicPartition, Long> beginnings(
      Admin admin, Collection<TopicPartition> partitions) {
    return offsets(admin, partitions, OffsetSpec.earliest(), IsolationLevel.READ_COMMITTED);
  }

  private static Map<TopicPartition, Long> offsets(
      Admin admin, Collection<TopicPartition> partitions, OffsetSpec spec, IsolationLevel level) {
    Map<TopicPartition, OffsetSpec> specs = new HashMap<>();
    partitions.forEach(partition -> specs.put(partition, spec));
    try {
      Map<TopicPartition, Long> offsets = new HashMap<>();
      admin
          .listOffsets(specs, new ListOffsetsOptions(level))
          .all()
          .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
          .forEach((partition, offset) -> offsets.put(partition, offset.offset()));
      return offsets;
    } catch (ExecutionException e) {
      throw new KafkaException(String.valueOf(e.getCause()), e);
    } catch (TimeoutException e) {
      throw new KafkaException("no answer within " + PATIENCE.toSeconds() + " s", e);
    } catch (InterruptedException e) {
      throw new org.apache.kafka.common.errors.InterruptException(e);
    }
  }

  LogCursor atSource(TopicPartition partition, long from, long end) {
    return new LogCursor(config.source(), "source", partition, from, end);
  }

  LogCursor atTarget(TopicPartition partition, long from, long end) {
    return new LogCursor(config.target(), "target", partition, from, end);
  }

  static long of(Map<TopicPartition, Long> offsets, TopicPartition partition) {
    return Objects.requireNonNull(offsets.get(partition), partition.toString());
  }

  @Override
  public void close() {
    source.close(Duration.ZERO);
    target.close(Duration.ZERO);
  }
}
