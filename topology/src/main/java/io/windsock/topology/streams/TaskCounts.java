package io.windsock.topology.streams;

import io.windsock.contracts.wire.Marker;

/** Takes what tasks count; called on their threads. */
public interface TaskCounts {
  /** A task has sent a marker. */
  void marker(Marker marker);

  /** A task has accounted for source records that were deleted before they were received. */
  void lost(String stream, int partition, long records);
}
