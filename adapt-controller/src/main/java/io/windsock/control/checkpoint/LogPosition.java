package io.windsock.control.checkpoint;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The current state of an output topic, and how far its sites have committed and links have copied.
 *
 * @param topic its name
 * @param tokenEpoch the topic's incarnation: the epoch of its tokens
 * @param begins by partition, the offset at which the log begins
 * @param ends by partition, the offset after the last readable record, taken after the sites'
 *     offsets
 * @param committed by site, the offset committed for each partition; negative where there is none
 * @param links by link that copies the topic to another cluster, the offset after what it has
 *     copied of each partition; negative where it has copied nothing
 */
public record LogPosition(
    String topic,
    long tokenEpoch,
    List<Long> begins,
    List<Long> ends,
    Map<String, List<Long>> committed,
    Map<String, List<Long>> links) {
  /** Returns this position without some links. */
  public LogPosition without(Set<String> stuckLinks) {
    Map<String, List<Long>> others = new TreeMap<>(links);
    others.keySet().removeAll(stuckLinks);
    return new LogPosition(topic, tokenEpoch, begins, ends, committed, others);
  }

  /** Returns the number of partitions. */
  int partitions() {
    return begins.size();
  }
}
