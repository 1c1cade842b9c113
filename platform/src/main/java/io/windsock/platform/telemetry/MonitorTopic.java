package io.windsock.platform.telemetry;

import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether the monitor topic exists before anything is sent, because a producer that writes
 * to a missing topic makes a broker create it with the broker's settings. The sampling thread owns
 * it, except for {@link #recheck}.
 */
final class MonitorTopic {
  private static final long ASK_EVERY_MS = 1_000;
  private static final int ANSWER_MS = 3_000;

  private final Admin admin;
  private final String name;
  private @Nullable KafkaFuture<TopicDescription> asked;
  private long nextMs = Long.MIN_VALUE;
  private boolean answered;
  private volatile boolean present;

  MonitorTopic(Admin admin, String name) {
    this.admin = admin;
    this.name = name;
  }

  String name() {
    return name;
  }

  /**
   * Asks the cluster if it is time and the topic is not known to exist. Never blocks.
   *
   * @param nowMs monotonic ms
   */
  void work(long nowMs) {
    if (asked != null && asked.isDone()) {
      answered = true;
      present = !asked.isCompletedExceptionally();
      asked = null;
    } else if (!present && asked == null && nowMs >= nextMs) {
      nextMs = nowMs + ASK_EVERY_MS;
      DescribeTopicsOptions soon = new DescribeTopicsOptions().timeoutMs(ANSWER_MS);
      asked = admin.describeTopics(Set.of(name), soon).topicNameValues().get(name);
    }
  }

  /** Returns whether there has been any answer yet. */
  boolean answered() {
    return answered;
  }

  /** Returns whether the topic existed at the last check. */
  boolean present() {
    return present;
  }

  /** Requests another check after a failed write. Any thread. */
  void recheck() {
    present = false;
  }
}
