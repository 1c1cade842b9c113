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
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects when a topic is recreated. A consumer does not: in a recreated topic it continues at its
 * old offset and skips the records before it. A cluster that does not answer changes nothing. One
 * thread looks; any thread may read the result.
 */
public final class TopicWatch {
  /**
   * The number of looks that must agree, because a broker that has just started may not know its
   * topics yet.
   */
  private static final int LOOKS = 2;

  private static final Logger LOG = LoggerFactory.getLogger(TopicWatch.class);

  private final Admin admin;
  private final String topic;
  private final long everyMs;
  private volatile TopicIncarnation current;
  private TopicIncarnation found;
  private int looks;
  private volatile int unanswered;
  private @Nullable KafkaFuture<TopicDescription> asked;
  private long nextMs = Long.MIN_VALUE;

  /**
   * Watches a name.
   *
   * @param admin must remain open while the watch is used; the caller closes it
   * @param everyMs the interval between two requests of {@link #work}, ms
   * @param current the known incarnation; if {@link TopicIncarnation#ABSENT}, the first look sets
   *     it
   */
  public TopicWatch(Admin admin, String topic, long everyMs, TopicIncarnation current) {
    this.admin = admin;
    this.topic = topic;
    this.everyMs = everyMs;
    this.current = current;
    found = current;
  }

  /** Returns the incarnation as of the last look. Any thread. */
  public TopicIncarnation current() {
    return current;
  }

  /**
   * Sends a request when it is due, and takes a received answer. Never blocks.
   *
   * @param nowMs monotonic ms
   * @return whether {@link #current} has changed
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

  /** Looks now, waiting up to {@code patience} for the answer. */
  public boolean look(Duration patience) {
    KafkaFuture<TopicDescription> answer = askAndWait(patience);
    int before = unanswered;
    unanswered = isAnswered(answer) ? 0 : before + 1;
    return take(known(answer));
  }

  /** Returns how many of the last looks in a row the cluster did not answer. Any thread. */
  public int unanswered() {
    return unanswered;
  }

  /**
   * Returns the incarnation according to a single request; {@link #current} if it is not answered
   * in time.
   */
  public TopicIncarnation ask(Duration patience) {
    return known(askAndWait(patience));
  }

  private TopicIncarnation known(KafkaFuture<TopicDescription> answer) {
    return answer.isDone() ? read(answer) : current;
  }

  private KafkaFuture<TopicDescription> askAndWait(Duration patience) {
    KafkaFuture<TopicDescription> answer = ask();
    try {
      answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.debug("{}: {}", topic, e.toString());
    }
    return answer;
  }

  /** Returns whether the cluster has answered, be it that there is no such topic. */
  private static boolean isAnswered(KafkaFuture<TopicDescription> asked) {
    if (!asked.isDone()) {
      return false;
    }
    try {
      asked.get();
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    } catch (ExecutionException e) {
      return e.getCause() instanceof UnknownTopicOrPartitionException
          || !(e.getCause() instanceof RetriableException);
    }
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
