package io.windsock.link.send;

import io.windsock.platform.kafka.LogTopic;
import io.windsock.platform.kafka.MissingOffset;
import io.windsock.platform.kafka.TopicIncarnation;
import java.io.Serial;
import java.util.Map;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Thrown when the source no longer has what the link needs next; the message says what, and the
 * remedy. The link stops or begins anew: it never skips records.
 */
final class SourceException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  private static final String LOST =
      "the source has lost records that the target has: %s; promote the target, or delete the copied topics and the link's topic there to copy everything anew";

  private final boolean trimmed;

  SourceException(String message) {
    this(message, false);
  }

  private SourceException(String message, boolean trimmed) {
    super(message);
    this.trimmed = trimmed;
  }

  /** Returns that the source was trimmed past the link's position. */
  static SourceException trimmed(MissingOffset missing) {
    return new SourceException(
        missing.reason()
            + ": --copy-anew-if-trimmed deletes the copied topics at the target and copies what the"
            + " source has",
        true);
  }

  /** Returns that a topic is no longer the one that is copied, now that its name has another. */
  static SourceException changed(LogTopic topic, TopicIncarnation now) {
    if (now.id().equals(topic.id())) {
      return new SourceException(
          "topic '%s' has %d partitions now, and had %d: add as many to it at the target, and start the link again"
              .formatted(topic.name(), now.partitions(), topic.partitions()));
    }
    return new SourceException(
        "topic '%s' was deleted%s at the source: promote the target, or delete the topic and the link's topic there to copy it anew"
            .formatted(
                topic.name(), now.equals(TopicIncarnation.ABSENT) ? "" : " and created again"));
  }

  /** Returns that the source ends before what was copied. */
  static SourceException ended(TopicPartition partition, long end, long next) {
    String how = "%s ends at %d, and was copied up to %d".formatted(partition, end, next);
    return new SourceException(LOST.formatted(how));
  }

  /** Returns that the source has other records than were copied, or none in their place. */
  static SourceException diverged(LogTruncationException e) {
    Map.Entry<TopicPartition, Long> copied =
        e.offsetOutOfRangePartitions().entrySet().iterator().next();
    OffsetAndMetadata from = e.divergentOffsets().get(copied.getKey());
    String how =
        "%s was copied up to %d, and the log is another one %s"
            .formatted(
                copied.getKey(), copied.getValue(), from == null ? "now" : "from " + from.offset());
    return new SourceException(LOST.formatted(how));
  }

  /** Returns whether the source was trimmed: what it has now can be copied anew. */
  boolean isTrimmed() {
    return trimmed;
  }
}
