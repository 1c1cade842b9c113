package io.windsock.link.failover;

import io.windsock.platform.copy.LinkPosition;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a promoted cluster has, which is all that is known of what was lost: events of the old
 * primary that are not in this position.
 *
 * @param link the link's name
 * @param promotedMs when it was promoted, ms since the epoch
 * @param batch the number of the last batch applied; 0 if there was none
 * @param lastRecordMs the newest timestamp of that batch's records, ms since the epoch; 0 if there
 *     was none
 * @param next by partition of the old primary, as {@code topic-partition}, the offset after the
 *     last that was copied
 */
public record Promotion(
    String link, long promotedMs, long batch, long lastRecordMs, Map<String, Long> next) {
  /** Keeps the offsets in order. */
  public Promotion {
    next = new TreeMap<>(next);
  }

  static Promotion of(String link, LinkPosition position) {
    Map<String, Long> next = new TreeMap<>();
    position.next().forEach((partition, offset) -> next.put(partition.toString(), offset));
    return new Promotion(
        link, position.promotedMs(), position.batch(), position.lastRecordMs(), next);
  }
}
