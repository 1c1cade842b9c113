package io.windsock.site.update;

import io.windsock.contracts.position.Token;
import java.util.List;

/**
 * The changes of one batch. Immutable; any thread may read it.
 *
 * <p>Updates are in log order within each partition. Usually there is one for each record. If a
 * listener became interested only while the batch was being applied, there is one for each key, at
 * the offset of its last record. In both cases the state after a key's last update is the one in a
 * snapshot of this batch.
 *
 * @param number one more than the last batch's; the first is 1; continues across restarts
 * @param before the position before it
 * @param token the position after it, markers included
 * @param live whether the site had caught up with the log; false while it rebuilds
 * @param updates the updates; none if no listener wanted any
 * @param startsMs for each event record applied, whether or not its update was wanted, the start of
 *     its delay, ms since the epoch: when its source event was appended, or its rule released it
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record UpdateBatch(
    long number, Token before, Token token, boolean live, List<Update> updates, long[] startsMs) {

  /** The number of updates. */
  public int size() {
    return updates.size();
  }

  /** Update number {@code i}, from 0. */
  public Update update(int i) {
    return updates.get(i);
  }

  /** The number of event records applied. */
  public int events() {
    return startsMs.length;
  }

  /** A copy without updates, for measuring delays only. */
  public UpdateBatch withoutUpdates() {
    return new UpdateBatch(number, before, token, live, List.of(), startsMs);
  }
}
