package io.windsock.contracts.call;

import java.util.List;

/**
 * The result of a call of the mirroring API.
 *
 * @param epoch the epoch of the written parameters, which take effect at the next marker
 * @param changes the rules that were added, updated or removed, one sentence each; may be empty
 */
public record Written(long epoch, List<String> changes) {
  /** Copies the changes. */
  public Written {
    changes = List.copyOf(changes);
  }
}
