package io.windsock.contracts.call;

import java.util.List;

/**
 * What a call of the mirroring API has written.
 *
 * @param epoch of the parameters that are now written; in force from the next marker on
 * @param changes which rules were added, updated or removed, a sentence each; empty: none
 */
public record Written(long epoch, List<String> changes) {
  /** Copies the changes. */
  public Written {
    changes = List.copyOf(changes);
  }
}
