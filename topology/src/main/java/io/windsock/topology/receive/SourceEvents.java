package io.windsock.topology.receive;

import io.windsock.rules.history.Reference;
import java.util.Map;
import java.util.Set;

/** Reads events again that one partition's sources have, and to which the log refers. */
public interface SourceEvents {
  /**
   * Returns the bytes of these events, without those that are gone. Blocks for about as long as
   * receiving them took.
   */
  Map<Reference, byte[]> read(Set<Reference> wanted);
}
