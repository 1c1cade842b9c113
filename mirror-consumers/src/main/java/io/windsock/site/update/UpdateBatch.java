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
 */
public final class UpdateBatch {
  private final long number;
  private final Token before;
  private final Token token;
  private final boolean live;
  private final List<Update> updates;
  private final long[] startsMs;

  public UpdateBatch(
      long number, Token before, Token token, boolean live, List<Update> updates, long[] startsMs) {
    this.number = number;
    this.before = before;
    this.token = token;
    this.live = live;
    this.updates = updates;
    this.startsMs = startsMs;
  }

  /**
   * The batch's number, one more than the last batch's; the first is 1. Continues across restarts.
   */
  public long number() {
    return number;
  }

  /** The position before it. */
  public Token before() {
    return before;
  }

  /** The position after it, markers included. */
  public Token token() {
    return token;
  }

  /** Whether the site had caught up with the log when it applied this; false while it rebuilds. */
  public boolean live() {
    return live;
  }

  /** The number of updates; 0 if no listener wanted any. */
  public int size() {
    return updates.size();
  }

  /** Update number {@code i}, from 0. */
  public Update update(int i) {
    return updates.get(i);
  }

  /** The number of event records applied, whether or not their updates were wanted. */
  public int events() {
    return startsMs.length;
  }

  /**
   * The start of event number {@code i}'s delay, ms since the epoch: when its source event was
   * appended, or when its rule released it.
   */
  public long startMs(int i) {
    return startsMs[i];
  }

  /** A copy without updates, for measuring delays only. */
  public UpdateBatch withoutUpdates() {
    return new UpdateBatch(number, before, token, live, List.of(), startsMs);
  }
}
