package io.windsock.client;

import io.windsock.contracts.position.Token;
import org.jspecify.annotations.Nullable;

/**
 * The newest position that answers have shown to a caller, until it is forgotten. The event loop
 * notes positions; any thread may read or forget them.
 */
final class Position {
  private final boolean carry;
  private volatile @Nullable Token newest;

  /** How often it was forgotten. */
  private int life;

  /**
   * Creates the position of a caller that has seen nothing.
   *
   * @param carry whether calls carry it
   */
  Position(boolean carry) {
    this.carry = carry;
  }

  /** Returns the newest position seen; null if none has been. */
  @Nullable Token newest() {
    return newest;
  }

  /** Returns what a new call carries. */
  @Nullable Token since() {
    return carry ? newest : null;
  }

  /** Returns the life that a new call belongs to; each {@link #forget} begins another one. */
  synchronized int life() {
    return life;
  }

  /**
   * Notes the position of an answer that the caller gets. Answers of sites that are at different
   * points may each be ahead in some partitions; the newest is then that of each partition. A
   * position of another incarnation of the topic replaces what has been seen, since the two can't
   * be compared. An answer to a call from before the position was forgotten is not noted: it may be
   * of the very topic that is to be forgotten.
   *
   * @param asked the {@link #life} when the call was asked
   */
  synchronized void saw(Token at, int asked) {
    if (asked != life) {
      return;
    }
    Token seen = newest;
    if (seen == null || !at.comparableTo(seen) || at.covers(seen)) {
      newest = at;
    } else if (!seen.covers(at)) {
      newest = joined(seen, at);
    }
  }

  private static Token joined(Token one, Token other) {
    long[] next = one.offsets();
    for (int p = 0; p < next.length; p++) {
      next[p] = Math.max(next[p], other.next(p));
    }
    return new Token(one.epoch(), next);
  }

  /** Forgets what has been seen. */
  synchronized void forget() {
    life++;
    newest = null;
  }
}
