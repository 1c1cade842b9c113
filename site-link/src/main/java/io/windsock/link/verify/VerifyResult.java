package io.windsock.link.verify;

import java.util.List;

/**
 * What came of a comparison.
 *
 * @param link the link's name
 * @param epoch the epoch of the position that was compared
 * @param batch its batch
 * @param rangeRecords the records of a range
 * @param whole whether the target was also found to have nothing beyond the position, which is not
 *     looked at while the link copies
 * @param partitions by partition
 */
public record VerifyResult(
    String link,
    int epoch,
    long batch,
    int rangeRecords,
    boolean whole,
    List<PartitionResult> partitions) {
  /** Copies the list. */
  public VerifyResult {
    partitions = List.copyOf(partitions);
  }

  /** Returns whether both clusters have the same. */
  public boolean equal() {
    return partitions.stream().allMatch(PartitionResult::equal);
  }
}
