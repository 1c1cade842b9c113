package io.windsock.link.send;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits at the source what the target has, as the offsets of the link's group, so that no one
 * trims what is yet to be copied. The link itself never reads them. Owned by the sender's thread.
 */
final class CopiedOffsets {
  private static final Logger LOG = LoggerFactory.getLogger(CopiedOffsets.class);
  private static final long EVERY_MS = 1_000;

  /** Kafka forgets the offsets of a group that commits nothing for days. */
  private static final long AGAIN_MS = 60_000;

  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(2);

  private final Consumer<byte[], byte[]> consumer;
  private final Map<TopicPartition, OffsetAndMetadata> copied = new HashMap<>();
  private boolean begun;
  private boolean changed;
  private boolean failing;
  private long lastMs;

  /** Creates it for a consumer with the link's group. */
  CopiedOffsets(Consumer<byte[], byte[]> consumer) {
    this.consumer = consumer;
  }

  /** Takes in, by partition, the offset after what the target has. */
  void add(Map<TopicPartition, Long> next) {
    next.forEach((partition, offset) -> copied.put(partition, new OffsetAndMetadata(offset)));
    changed = true;
  }

  /**
   * Commits if it is time to. Never blocks.
   *
   * @param nowMs monotonic ms
   */
  void work(long nowMs) {
    boolean due = !begun || nowMs - lastMs >= (changed ? EVERY_MS : AGAIN_MS);
    if (due && !copied.isEmpty()) {
      begun = true;
      changed = false;
      lastMs = nowMs;
      consumer.commitAsync(Map.copyOf(copied), this::committed);
    }
  }

  private void committed(Map<TopicPartition, OffsetAndMetadata> offsets, @Nullable Exception e) {
    if (e != null) {
      changed = true;
      if (!failing) {
        LOG.warn(
            "the source does not take the offsets that are copied, so its trimming does not wait for"
                + " the link: {}",
            e.getMessage());
      }
    }
    failing = e != null;
  }

  /** Commits what is new, waiting a little. */
  void close() {
    if (!changed || copied.isEmpty()) {
      return;
    }
    try {
      consumer.commitSync(Map.copyOf(copied), CLOSE_PATIENCE);
    } catch (KafkaException e) {
      LOG.debug("the last offsets are not committed at the source: {}", e.getMessage());
    }
  }
}
