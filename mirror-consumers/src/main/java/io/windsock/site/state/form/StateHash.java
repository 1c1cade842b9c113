package io.windsock.site.state.form;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Hashes of single states: the first 128 bits of SHA-256 over the key's length, the key and the
 * framed state. One thread owns it; it holds the last hash computed.
 */
public final class StateHash {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private static final VarHandle LENGTHS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private final byte[] length = new byte[Integer.BYTES];
  private final MessageDigest sha256 = sha256();
  private final byte[] out = new byte[sha256.getDigestLength()];

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Hashes the state that extends from {@code from} to the end of {@code state}. */
  public void compute(byte[] key, byte[] state, int from) {
    LENGTHS.set(length, 0, key.length);
    sha256.update(length);
    sha256.update(key);
    sha256.update(state, from, state.length - from);
    try {
      sha256.digest(out, 0, out.length);
    } catch (DigestException e) {
      throw new IllegalStateException("SHA-256 gives " + out.length + " bytes", e);
    }
  }

  /** Bits 0 to 63 of the last hash. */
  public long high() {
    return (long) LONGS.get(out, 0);
  }

  /** Bits 64 to 127 of the last hash. */
  public long low() {
    return (long) LONGS.get(out, Long.BYTES);
  }
}
