package io.windsock.platform.kafka;

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
 * Follows which topic a name stands for. A consumer does not: in a topic that was deleted and
 * created again it reads on at its offset, past what the new one holds before that. A cluster that
 * does not answer changes nothing. One thread looks, any may ask what was found.
 */
public final class TopicWatch {
  /** A broker that has just started may not know its topics yet: this many looks must agree. */
  private static final int LOOKS = 2;

  private static final Logger LOG = LoggerFactory.getLogger(TopicWatch.class);

  private final Admin admin;
  private final String topic;
  private final long everyMs;
  private volatile TopicIncarnation current;
  private TopicIncarnation found;
  private int looks;
  private @Nullable KafkaFuture<TopicDescription> asked;
  private long nextMs = Long.MIN_VALUE;

  /**
   * Watches a name.
   *
   * @param admin for as long as the watch is used; stays the caller's
   * @param everyMs between two questions of {@link #work}, ms
   * @param current what it stands for as far as is known; the first look settles it where that is
   *     {@link TopicIncarnation#ABSENT}
   */
  public TopicWatch(Admin admin, String topic, long everyMs, TopicIncarnation current) {
    this.admin = admin;
    this.topic = topic;
    this.everyMs = everyMs;
    this.current = current;
    found = current;
  }

  /** What the name stands for, as of the last look. Any thread. */
  public TopicIncarnation current() {
    return current;
  }

  /**
   * Asks, if it is time, and takes an answer that has come. Never blocks.
   *
   * @param nowMs monotonic ms
   * @return whether {@link #current} is another now
   */
  public boolean work(long nowMs) {
    KafkaFuture<TopicDescription> answer = asked;
    if (answer != null && answer.isDone()) {
      asked = null;
      return take(read(answer));
    }
    if (answer == null && nowMs >= nextMs) {
      nextMs = nowMs + everyMs;
      asked = ask();
    }
    return false;
  }

  /** The same, asked now, and waited for so long. */
  public boolean look(Duration patience) {
    return take(ask(patience));
  }

  /** What the name stands for by this one answer; {@link #current} if none comes in time. */
  public TopicIncarnation ask(Duration patience) {
    KafkaFuture<TopicDescription> answer = ask();
    try {
      answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.debug("{}: {}", topic, e.toString());
    }
    return answer.isDone() ? read(answer) : current;
  }

  private boolean take(TopicIncarnation answer) {
    looks = answer.equals(found) ? looks + 1 : 1;
    found = answer;
    boolean settled = looks >= LOOKS || current.equals(TopicIncarnation.ABSENT);
    if (!settled || found.equals(current)) {
      return false;
    }
    current = found;
    return true;
  }

  private KafkaFuture<TopicDescription> ask() {
    return Objects.requireNonNull(admin.describeTopics(Set.of(topic)).topicNameValues().get(topic));
  }

  private TopicIncarnation read(KafkaFuture<TopicDescription> answer) {
    try {
      TopicDescription description = answer.get();
      return new TopicIncarnation(description.topicId(), description.partitions().size());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return current;
    } catch (ExecutionException e) {
      boolean gone = e.getCause() instanceof UnknownTopicOrPartitionException;
      return gone ? TopicIncarnation.ABSENT : current;
    }
  }
}
