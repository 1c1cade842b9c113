package io.windsock.site.serve;

import io.netty.util.AsciiString;
import io.windsock.contracts.position.Token;
import org.jspecify.annotations.Nullable;

/** A site's position as visible to clients. Immutable except for a cached text. */
public final class SitePosition {
  private final long batch;
  private final Token token;
  private volatile @Nullable AsciiString text;

  /**
   * Creates a position.
   *
   * @param batch number of the last batch applied
   * @param token the position after it
   */
  public SitePosition(long batch, Token token) {
    this.batch = batch;
    this.token = token;
  }

  /** Number of the last batch applied. */
  public long batch() {
    return batch;
  }

  /** The position after it. */
  public Token token() {
    return token;
  }

  /** The token's text for headers. */
  public AsciiString text() {
    AsciiString known = text;
    if (known == null) {
      known = new AsciiString(token.toString());
      text = known;
    }
    return known;
  }
}
