package io.windsock.site.state.form;

import io.windsock.contracts.position.Token;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A site's position in the log.
 *
 * @param batch number of the last batch; 0 before the first
 * @param token the position after it
 * @param leaders the leader epochs of the last records before the token
 */
public record Position(long batch, Token token, LeaderEpochs leaders) {
  /** A position with unknown leader epochs. */
  public static Position of(long batch, Token token) {
    return new Position(batch, token, LeaderEpochs.unknown(token.partitions()));
  }

  public static Position decode(long epoch, byte[] bytes, byte @Nullable [] leaders) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    long batch = in.getLong();
    Token token = token(epoch, in);
    return leaders == null
        ? of(batch, token)
        : new Position(batch, token, LeaderEpochs.decode(leaders, batch, token.partitions()));
  }

  /** Decodes what {@link #offsets} returned. */
  public static Token token(long epoch, ByteBuffer in) {
    long[] next = new long[in.remaining() / Long.BYTES];
    for (int p = 0; p < next.length; p++) {
      next[p] = in.getLong();
    }
    return new Token(epoch, next);
  }

  /** Encodes the offsets of a token. */
  public static byte[] offsets(Token token) {
    ByteBuffer out = ByteBuffer.allocate(Long.BYTES * token.partitions());
    for (long offset : token.offsets()) {
      out.putLong(offset);
    }
    return out.array();
  }

  public byte[] encode() {
    byte[] next = offsets(token);
    return ByteBuffer.allocate(Long.BYTES + next.length).putLong(batch).put(next).array();
  }
}
