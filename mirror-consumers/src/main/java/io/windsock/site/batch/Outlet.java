package io.windsock.site.batch;

import io.windsock.contracts.query.codec.BatchBlock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sends answers to the streams that receive them. Any thread may call it. */
interface Outlet {
  /**
   * Sends answers and finishes their calls.
   *
   * @param calls all of one event loop, answered or no longer wanted
   * @param answered one of those answered, whose receivers are those of all; null if none was
   * @param answers the answers
   */
  void answered(List<PendingCall> calls, @Nullable PendingCall answered, BatchBlock answers);
}
