package io.windsock.link.stage;

import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.spec.SecretKeySpec;

/**
 * A key of 256 bits from which the keys of sessions are derived, and with which sessions are
 * opened. Immutable.
 */
public final class LinkKey {
  /** The length of a key. */
  public static final int BYTES = 32;

  private final String id;
  private final byte[] secret;

  /**
   * Creates a key.
   *
   * @param id 1 to 64 letters, digits, dots, dashes or underscores
   * @param secret {@link #BYTES} random bytes; copied
   */
  public LinkKey(String id, byte[] secret) {
    if (!isId(id)) {
      throw new IllegalArgumentException(
          "key id '" + id + "': 1 to 64 letters, digits, dots, dashes or underscores");
    }
    if (secret.length != BYTES) {
      throw new IllegalArgumentException(
          "key '" + id + "' has " + secret.length + " bytes; it must have " + BYTES);
    }
    this.id = id;
    this.secret = secret.clone();
  }

  /** Draws a key that nobody else has. */
  public static LinkKey random(String id) {
    byte[] secret = new byte[BYTES];
    new SecureRandom().nextBytes(secret);
    return new LinkKey(id, secret);
  }

  static boolean isId(String id) {
    return id.matches("[a-zA-Z0-9._-]{1,64}");
  }

  /** Returns the name of the key, which each frame carries. */
  public String id() {
    return id;
  }

  /** Returns the HMAC-SHA256 of these bytes, one after the other, under this key. */
  byte[] code(byte[]... parts) {
    return Hmac.code(new SecretKeySpec(secret, Hmac.NAME), parts);
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof LinkKey other && id.equals(other.id) && Arrays.equals(secret, other.secret);
  }

  @Override
  public int hashCode() {
    return id.hashCode();
  }

  /** Returns the id alone. */
  @Override
  public String toString() {
    return "key " + id;
  }
}
