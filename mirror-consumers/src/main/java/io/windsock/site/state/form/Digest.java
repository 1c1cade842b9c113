package io.windsock.site.state.form;

import io.windsock.contracts.position.Token;
import org.jspecify.annotations.Nullable;

/**
 * Digest of a site's state. Two sites with equal digests at the same token have identical states,
 * byte for byte.
 *
 * @param token the position it was taken at
 * @param keys the number of keys in the state
 * @param maintained the digest maintained with every batch
 * @param recomputed the digest recomputed from the whole state; null if not requested
 */
public record Digest(Token token, long keys, String maintained, @Nullable String recomputed) {
  /** Whether the recomputed digest, if present, equals the maintained one. */
  public boolean consistent() {
    return recomputed == null || recomputed.equals(maintained);
  }
}
