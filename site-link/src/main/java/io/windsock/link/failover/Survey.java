package io.windsock.link.failover;

import java.util.List;

/**
 * What the old primary has that the promoted cluster lacks.
 *
 * @param link the link's name
 * @param batch the number of the last batch applied
 * @param topics the topics that are deleted and created again
 * @param ranges the partitions that have something beyond that batch, or in place of what was
 *     copied, in order
 * @param unchecked the partitions of which it is unknown whether, or from which offset on, other
 *     records have taken the place of copied ones, as {@code topic-partition}, in order
 * @param lost how the promoted cluster has lost copies, in words, all of which are counted; none if
 *     it has not
 */
public record Survey(
    String link,
    long batch,
    List<String> topics,
    List<DiscardedRange> ranges,
    List<String> unchecked,
    List<String> lost) {
  /** Copies the lists. */
  public Survey {
    topics = List.copyOf(topics);
    ranges = List.copyOf(ranges);
    unchecked = List.copyOf(unchecked);
    lost = List.copyOf(lost);
  }

  /** Returns how many committed records the promoted cluster lacks. */
  public long records() {
    return ranges.stream().mapToLong(DiscardedRange::records).sum();
  }
}
