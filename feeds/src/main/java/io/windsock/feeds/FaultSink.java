package io.windsock.feeds;

import java.io.IOException;

/**
 * Receives records that could not be used; none is dropped silently. Called by the thread that owns
 * the reader.
 */
@FunctionalInterface
public interface FaultSink {
  /**
   * Accepts one fault.
   *
   * @throws IOException if the fault can't be stored; reading then stops, because faults must not
   *     be lost
   */
  void fault(FeedFault fault) throws IOException;
}
