package io.windsock.topology.streams;

import io.windsock.contracts.wire.Marker;

/** Receives the tasks' counts; called on their threads. */
public interface TaskCounts {
  /** Called when a task has sent a marker. */
  void marker(Marker marker);

  /** Called when a task has accounted for source records deleted before they were received. */
  void lost(String stream, int partition, long records);
}
