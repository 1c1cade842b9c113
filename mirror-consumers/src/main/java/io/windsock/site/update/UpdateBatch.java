package io.windsock.site.update;

import io.windsock.contracts.position.Token;
import java.util.List;

/**
 * What one batch changed. Immutable; any thread may read it.
 *
 * <p>Updates are in the order of the log within each partition. Usually there is one for each
 * record. Where interest arose only while the batch was being applied, there is one for each key,
 * at the offset of its last record. Either way the state after the last update of a key is what a
 * snapshot of this batch holds.
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

  /** Its number: one more than that of the batch before, from 1. Goes on across restarts. */
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

  /** How many updates it has; 0 where nobody wanted any. */
  public int size() {
    return updates.size();
  }

  /** Update number {@code i}, from 0. */
  public Update update(int i) {
    return updates.get(i);
  }

  /** How many event records it applied, whether or not anybody wanted the updates. */
  public int events() {
    return startsMs.length;
  }

  /**
   * From when the delay of event number {@code i} counts, ms since the epoch: its source event was
   * appended, or its rule let it go.
   */
  public long startMs(int i) {
    return startsMs[i];
  }

  /** The same batch without its updates, for who only measures. */
  public UpdateBatch withoutUpdates() {
    return new UpdateBatch(number, before, token, live, List.of(), startsMs);
  }
}
