package io.windsock.site.apply;

import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks now and then whether the topic is still the one that the site follows. A consumer reads on
 * by itself in a topic that was deleted and created again under the same name. Owned by the apply
 * thread.
 */
final class TopicWatch {
  /** A broker that has just started may not know its topics yet: this many looks must agree. */
  private static final int LOOKS = 2;

  private static final Logger LOG = LoggerFactory.getLogger(TopicWatch.class);

  private final Admin admin;
  private final OutputTopic topic;
  private final long everyMs;
  private @Nullable KafkaFuture<TopicDescription> asked;
  private long nextMs;
  private int bad;

  TopicWatch(Admin admin, OutputTopic topic, long everyMs, long nowMs) {
    this.admin = admin;
    this.topic = topic;
    this.everyMs = everyMs;
    nextMs = nowMs + everyMs;
  }

  /**
   * What has become of the topic; null if nothing that matters. Never blocks.
   *
   * @param nowMs monotonic ms
   */
  @Nullable String work(long nowMs) {
    if (asked != null && asked.isDone()) {
      String change = change(asked);
      asked = null;
      bad = change == null ? 0 : bad + 1;
      return bad < LOOKS ? null : change;
    }
    if (asked == null && nowMs >= nextMs) {
      nextMs = nowMs + everyMs;
      asked = ask();
    }
    return null;
  }

  /** The same, asked now; null as well if no answer comes within {@code patience}. */
  @Nullable String look(Duration patience) {
    KafkaFuture<TopicDescription> answer = ask();
    try {
      answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.debug("{}: {}", topic.name(), e.toString());
    }
    return answer.isDone() ? change(answer) : null;
  }

  private KafkaFuture<TopicDescription> ask() {
    return Objects.requireNonNull(
        admin.describeTopics(Set.of(topic.name())).topicNameValues().get(topic.name()));
  }

  private @Nullable String change(KafkaFuture<TopicDescription> answer) {
    try {
      TopicDescription now = answer.get();
      if (!now.topicId().equals(topic.id())) {
        return "topic '" + topic.name() + "' was deleted and created again: rebuild from it";
      }
      if (now.partitions().size() != topic.partitions()) {
        return "topic '"
            + topic.name()
            + "' has "
            + now.partitions().size()
            + " partitions now, and had "
            + topic.partitions()
            + ": rebuild from it";
      }
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    } catch (ExecutionException e) {
      boolean gone = e.getCause() instanceof UnknownTopicOrPartitionException;
      return gone ? "topic '" + topic.name() + "' was deleted" : null;
    }
  }
}
