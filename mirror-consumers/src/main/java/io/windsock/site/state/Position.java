package io.windsock.site.state;

import io.windsock.contracts.position.Token;
import java.nio.ByteBuffer;

/**
 * How far a site has come.
 *
 * @param batch number of the last batch; 0 before the first
 * @param token the position after it
 */
record Position(long batch, Token token) {
  static Position decode(long epoch, byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    long batch = in.getLong();
    long[] next = new long[in.remaining() / Long.BYTES];
    for (int p = 0; p < next.length; p++) {
      next[p] = in.getLong();
    }
    return new Position(batch, new Token(epoch, next));
  }

  byte[] encode() {
    return Layout.position(batch, token.offsets());
  }
}
