package io.windsock.feeds;

import java.io.IOException;

/**
 * Where records go that could not be used: nothing is dropped silently. Called by the thread that
 * owns the reader.
 */
@FunctionalInterface
public interface FaultSink {
  /**
   * Takes one fault.
   *
   * @throws IOException if it can't be kept; reading then stops, for faults may not be lost
   */
  void fault(FeedFault fault) throws IOException;
}
