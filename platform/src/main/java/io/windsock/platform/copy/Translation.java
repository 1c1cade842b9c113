package io.windsock.platform.copy;

import io.windsock.contracts.position.Token;

/** What a token of a link's source is at its target. Immutable. */
public sealed interface Translation {
  /**
   * There is such a position at the target, between two that are known exactly.
   *
   * @param before the last one at or before it: what follows lacks no record that the token's owner
   *     lacks, and may have some that it has
   * @param after the first one at or after it: a site that has reached it has all that the token's
   *     owner has
   */
  record At(Token before, Token after) implements Translation {}

  /**
   * It can't be said yet.
   *
   * @param reason what is missing, a clause
   */
  record NotYet(String reason) implements Translation {}

  /**
   * There is no such position at the target.
   *
   * @param reason why, as the rest of "the position is …"
   */
  record None(String reason) implements Translation {}
}
