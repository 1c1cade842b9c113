package io.windsock.link.failover;

import java.util.List;

/**
 * What the old primary has that the promoted cluster lacks.
 *
 * @param link the link's name
 * @param batch the number of the last batch applied
 * @param topics the topics that are deleted and created again
 * @param ranges the partitions that have something beyond that batch, in order
 */
public record Survey(String link, long batch, List<String> topics, List<DiscardedRange> ranges) {
  /** Copies the lists. */
  public Survey {
    topics = List.copyOf(topics);
    ranges = List.copyOf(ranges);
  }

  /** Returns how many committed records are beyond the last batch applied. */
  public long records() {
    return ranges.stream().mapToLong(DiscardedRange::records).sum();
  }
}
