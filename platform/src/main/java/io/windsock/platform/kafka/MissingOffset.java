package io.windsock.platform.kafka;

import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;

/**
 * Why a log does not have an offset that its reader needs.
 *
 * @param loss what became of it
 * @param reason the same in words, with the offsets
 */
public record MissingOffset(Loss loss, String reason) {
  /** What became of an offset that the log does not have. */
  public enum Loss {
    /** It was trimmed away. */
    TRIMMED,
    /** The log has lost it, and may have other records in its place. */
    DIVERGED,
    /** Not known, or all of the topic is another. */
    OTHER
  }

  /** The log begins later. */
  public static MissingOffset trimmed(TopicPartition at, long asked, long begin) {
    return new MissingOffset(
        Loss.TRIMMED,
        "my offset was trimmed away: next is "
            + at
            + "@"
            + asked
            + ", and the log begins at "
            + begin);
  }

  /** The log has lost what was read before it. */
  static MissingOffset diverged(OffsetOutOfRangeException missing, TopicPartition at, long asked) {
    OffsetAndMetadata from =
        missing instanceof LogTruncationException known ? known.divergentOffsets().get(at) : null;
    return new MissingOffset(
        Loss.DIVERGED,
        "the log has lost records that were applied: "
            + at
            + " was applied up to offset "
            + asked
            + ", and the log "
            + (from == null ? "ends before that" : "differs from offset " + from.offset() + " on"));
  }

  /** For another reason. */
  public static MissingOffset other(String reason) {
    return new MissingOffset(Loss.OTHER, reason);
  }
}
