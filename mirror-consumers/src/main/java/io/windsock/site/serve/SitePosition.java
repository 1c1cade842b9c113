package io.windsock.site.serve;

import io.netty.util.AsciiString;
import io.windsock.contracts.position.Token;

/**
 * A site's position as visible to clients. Immutable.
 *
 * @param batch number of the last batch applied
 * @param token the position after it
 * @param text the token's text for headers
 */
public record SitePosition(long batch, Token token, AsciiString text) {
  /** Creates the position after a batch. */
  public SitePosition(long batch, Token token) {
    this(batch, token, new AsciiString(token.toString()));
  }
}
