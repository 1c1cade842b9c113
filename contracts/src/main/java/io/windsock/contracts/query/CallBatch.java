package io.windsock.contracts.query;

import java.util.List;

/**
 * Calls that travel together. An empty batch is a heartbeat. Immutable.
 *
 * @param sender who sends it
 * @param calls the calls, at most {@link BatchBounds#MAX_ITEMS}
 * @param cancels ids of earlier calls whose answers are no longer needed, at most {@link
 *     BatchBounds#MAX_ITEMS}
 */
public record CallBatch(Sender sender, List<Call> calls, List<String> cancels) {
  /** Copies the lists. */
  public CallBatch {
    calls = List.copyOf(calls);
    cancels = List.copyOf(cancels);
  }
}
