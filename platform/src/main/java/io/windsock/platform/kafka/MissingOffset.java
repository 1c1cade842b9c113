package io.windsock.platform.kafka;

import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;

/**
 * The reason that a log lacks an offset its reader needs.
 *
 * @param loss the kind of loss
 * @param reason a description, with the offsets
 */
public record MissingOffset(Loss loss, String reason) {
  /** How an offset was lost. */
  public enum Loss {
    /** The log was trimmed past it. */
    TRIMMED,
    /** The log has lost it, and may have other records in its place. */
    DIVERGED,
    /** The reason is unknown, or the topic is another one. */
    OTHER
  }

  /** Returns the loss of an offset before the log's beginning. */
  public static MissingOffset trimmed(TopicPartition at, long asked, long begin) {
    return new MissingOffset(
        Loss.TRIMMED,
        "my offset was trimmed away: next is %s@%d, and the log begins at %d"
            .formatted(at, asked, begin));
  }

  /**
   * Returns the loss of what a copied log has never had.
   *
   * @param began the offset of the source at which the copy begins; 0 if the source is itself such
   *     a copy
   */
  public static MissingOffset uncopied(TopicPartition at, long began) {
    String why =
        began == 0
            ? "what the link copied %s from is itself a copy without its beginning".formatted(at)
            : "the link began with %s at offset %d, because the source had trimmed what was before"
                .formatted(at, began);
    return new MissingOffset(Loss.TRIMMED, "the log is a copy without its beginning: " + why);
  }

  /** Returns the loss of an offset because the log lost the records before it. */
  static MissingOffset diverged(OffsetOutOfRangeException missing, TopicPartition at, long asked) {
    OffsetAndMetadata from =
        missing instanceof LogTruncationException known ? known.divergentOffsets().get(at) : null;
    return new MissingOffset(
        Loss.DIVERGED,
        "the log has lost records that were applied: %s was applied up to offset %d, and the log %s"
            .formatted(
                at,
                asked,
                from == null
                    ? "ends before that"
                    : "differs from offset " + from.offset() + " on"));
  }

  /** Returns a loss for another reason. */
  public static MissingOffset other(String reason) {
    return new MissingOffset(Loss.OTHER, reason);
  }
}
