package io.windsock.control.checkpoint;

import java.util.List;
import java.util.Map;

/**
 * The current state of an output topic, and how far its sites have committed.
 *
 * @param topic its name
 * @param tokenEpoch the topic's incarnation: the epoch of its tokens
 * @param begins by partition, the offset at which the log begins
 * @param ends by partition, the offset after the last readable record, taken after the sites'
 *     offsets
 * @param committed by site, the offset committed for each partition; negative where there is none
 */
public record LogPosition(
    String topic,
    long tokenEpoch,
    List<Long> begins,
    List<Long> ends,
    Map<String, List<Long>> committed) {
  /** Returns the number of partitions. */
  int partitions() {
    return begins.size();
  }
}
