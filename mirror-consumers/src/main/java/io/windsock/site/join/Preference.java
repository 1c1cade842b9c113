package io.windsock.site.join;

import io.windsock.contracts.position.Token;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What another site's snapshot must have for a site to start from it although the log has all that
 * the site needs. Immutable and pure.
 *
 * @param from the choice of the operator
 * @param own the position from which the site would read the log
 * @param whole whether nothing before {@code own} is missing in the site's own state, as far as is
 *     known; then nothing may be missing in the snapshot
 */
public record Preference(JoinFrom from, Token own, boolean whole) {
  /**
   * Returns whether any snapshot can be preferred.
   *
   * @param end the end of the log, past which no snapshot is
   */
  public boolean isPossible(Token end) {
    return refusal(end) == null;
  }

  /** Returns why a snapshot at {@code position} is not preferred; null if it is. */
  @Nullable String refusal(Token position) {
    if (from == JoinFrom.LOG) {
      return "is not to be used while the log has what this site needs";
    }
    if (!position.covers(own)) {
      return "is at "
          + Arrays.toString(position.offsets())
          + ", not ahead of this site's own state, at "
          + Arrays.toString(own.offsets());
    }
    long ahead = ahead(position);
    return ahead > from.lead()
        ? null
        : String.format(
            Locale.ROOT,
            "is %,d records ahead of this site's own state; more than %,d are required",
            ahead,
            from.lead());
  }

  /** Offsets also count the markers of transactions, of which there are far fewer than records. */
  private long ahead(Token position) {
    long ahead = 0;
    for (int p = 0; p < own.partitions(); p++) {
      ahead += position.next(p) - own.next(p);
    }
    return ahead;
  }
}
