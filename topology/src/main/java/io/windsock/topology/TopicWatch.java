package io.windsock.topology;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * Notices that a topic was deleted and made anew under the same name. A consumer does not: it goes
 * on at its offset, past what the new topic holds before it. Never waits for the cluster. Owned by
 * one thread.
 */
final class TopicWatch implements AutoCloseable {
  /** Between two looks, ms. */
  static final long LOOK_MS = 500;

  private final Admin admin;
  private final String topic;
  private @Nullable KafkaFuture<TopicDescription> look;
  private long nextLookMs = Long.MIN_VALUE;
  private Uuid id = Uuid.ZERO_UUID;

  /** Watches a topic; it need not be there. */
  TopicWatch(Map<String, Object> kafka, String topic) {
    admin = Admin.create(kafka);
    this.topic = topic;
  }

  /**
   * Whether it is another topic than it was, as of the last look; says so once.
   *
   * @param nowMs monotonic ms
   */
  boolean madeAnew(long nowMs) {
    KafkaFuture<TopicDescription> done = look;
    if (done != null && done.isDone()) {
      look = null;
      return changed(done);
    }
    if (done == null && nowMs >= nextLookMs) {
      nextLookMs = nowMs + LOOK_MS;
      look = admin.describeTopics(Set.of(topic)).topicNameValues().get(topic);
    }
    return false;
  }

  private boolean changed(KafkaFuture<TopicDescription> done) {
    if (done.isCompletedExceptionally()) {
      return false; // it is gone for now, or the cluster does not answer
    }
    Uuid before = id;
    id = done.toCompletionStage().toCompletableFuture().join().topicId();
    return !before.equals(Uuid.ZERO_UUID) && !before.equals(id);
  }

  @Override
  public void close() {
    admin.close(Duration.ZERO);
  }
}
