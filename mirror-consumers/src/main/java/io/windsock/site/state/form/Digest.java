package io.windsock.site.state.form;

import io.windsock.contracts.position.Token;
import org.jspecify.annotations.Nullable;

/**
 * What a site's state comes to, in a few characters: equal on two sites at the same token, byte for
 * byte the same state.
 *
 * @param token the position it was taken at
 * @param keys how many keys the state has
 * @param maintained the digest as kept up with every batch
 * @param recomputed the digest as computed from all of the state; null where that was not asked for
 */
public record Digest(Token token, long keys, String maintained, @Nullable String recomputed) {
  /** Whether the recomputed digest, if there is one, is the maintained one. */
  public boolean consistent() {
    return recomputed == null || recomputed.equals(maintained);
  }
}
