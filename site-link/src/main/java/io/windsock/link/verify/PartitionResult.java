package io.windsock.link.verify;

import org.jspecify.annotations.Nullable;

/**
 * What came of the comparison of a partition.
 *
 * @param topic the topic
 * @param partition the partition
 * @param records the records that are equal, up to the first difference
 * @param ranges the ranges that are equal
 * @param skippedAtSource records that the source alone still has, because the target was trimmed
 * @param skippedAtTarget records that the target alone still has, because the source was trimmed
 * @param difference the first difference; null if there is none
 */
public record PartitionResult(
    String topic,
    int partition,
    long records,
    long ranges,
    long skippedAtSource,
    long skippedAtTarget,
    @Nullable Difference difference) {
  /** Returns whether both clusters have the same. */
  public boolean equal() {
    return difference == null;
  }

  /**
   * The first difference of a partition.
   *
   * @param range the number of the range, the first is 0
   * @param sourceDigest the digest of the range at the source, SHA-256
   * @param targetDigest that at the target
   * @param record the number of the record among those compared, the first is 0
   * @param sourceOffset its offset at the source; negative if the source has none
   * @param targetOffset its offset at the target; negative if the target has none
   * @param reason what differs, in words
   */
  public record Difference(
      long range,
      String sourceDigest,
      String targetDigest,
      long record,
      long sourceOffset,
      long targetOffset,
      String reason) {}
}
