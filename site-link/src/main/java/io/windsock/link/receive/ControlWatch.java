package io.windsock.link.receive;

import io.windsock.platform.copy.LinkPosition;
import io.windsock.platform.copy.LinkTopic;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects that a promotion or a later session has taken the link over. Brokers refuse only what is
 * written, so a session that has nothing to write would not notice. It asks how far the link's own
 * topic reaches, and reads the topic only if that is farther than the session has written. Owned by
 * the watch's thread.
 */
final class ControlWatch {
  private static final Logger LOG = LoggerFactory.getLogger(ControlWatch.class);
  private static final long EVERY_MS = 2_000;
  private static final long UNKNOWN = -1;

  private final Map<String, Object> kafka;
  private final Admin admin;
  private final TargetLog log;
  private final TopicPartition only;
  private @Nullable KafkaFuture<ListOffsetsResultInfo> asked;
  private long nextMs = Long.MIN_VALUE;

  /** Where the topic ended at the last look. */
  private long found = UNKNOWN;

  /** An end at which nobody had taken the link over. */
  private long harmless = UNKNOWN;

  /**
   * Watches the topic of a session.
   *
   * @param kafka the clients' properties: at least the bootstrap servers
   * @param admin a client of the same cluster, which the caller closes
   */
  ControlWatch(Map<String, Object> kafka, Admin admin, TargetLog log) {
    this.kafka = kafka;
    this.admin = admin;
    this.log = log;
    only = new TopicPartition(log.control(), 0);
  }

  /**
   * Sends a request when it is due, and takes a received answer. Blocks only to read the topic.
   *
   * @param nowMs monotonic ms
   * @return the position that a promotion or a later session has written; null if there is none
   */
  @Nullable LinkPosition work(long nowMs) {
    KafkaFuture<ListOffsetsResultInfo> answer = asked;
    if (answer != null && answer.isDone()) {
      asked = null;
      return take(end(answer));
    }
    if (answer == null && nowMs >= nextMs) {
      nextMs = nowMs + EVERY_MS;
      asked =
          admin
              .listOffsets(
                  Map.of(only, OffsetSpec.latest()),
                  new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
              .partitionResult(only);
    }
    return null;
  }

  /** Returns the topic. */
  String topic() {
    return only.topic();
  }

  private @Nullable LinkPosition take(long end) {
    boolean rests = end == found; // else a commit of the session itself may just be ending
    found = end;
    if (!rests || end <= log.controlEnd() || end == harmless) {
      return null;
    }
    try {
      LinkPosition last = LinkTopic.read(kafka, only.topic());
      harmless = end;
      boolean taken = last.isPromoted() || last.epoch() > log.position().epoch();
      return taken ? last : null;
    } catch (KafkaException e) { // the next look reads it again
      LOG.debug("{}: {}", only.topic(), e.getMessage());
      return null;
    }
  }

  private static long end(KafkaFuture<ListOffsetsResultInfo> answer) {
    try {
      return answer.get().offset();
    } catch (ExecutionException e) {
      return UNKNOWN;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return UNKNOWN;
    }
  }
}
