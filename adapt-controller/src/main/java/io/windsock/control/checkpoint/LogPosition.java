package io.windsock.control.checkpoint;

import java.util.List;
import java.util.Map;

/**
 * An output topic as it is now, and how far its sites have committed.
 *
 * @param topic its name
 * @param tokenEpoch which incarnation of it: the epoch of its tokens
 * @param begins by partition, the offset at which the log begins
 * @param ends by partition, the offset after the last record that may be read, as of a moment after
 *     the sites' offsets
 * @param committed by site, the offset committed of each partition; negative where none is
 */
public record LogPosition(
    String topic,
    long tokenEpoch,
    List<Long> begins,
    List<Long> ends,
    Map<String, List<Long>> committed) {
  /** How many partitions it has. */
  int partitions() {
    return begins.size();
  }
}
