package io.windsock.link.stage;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;

/**
 * What a session's keys and proofs are derived from, beside a key of the link. Each side draws
 * random bytes of its own, so nothing that was recorded of one session fits another one, whichever
 * side it is sent to.
 *
 * @param link the link's name
 * @param challenge the receiver's random bytes, which it draws for each stream
 * @param salt the sender's random bytes, which it draws for each session
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record SessionSeed(String link, byte[] challenge, byte[] salt) {
  /** How many random bytes each side draws. */
  public static final int RANDOM_BYTES = 32;

  /** Draws the random bytes of one side. */
  public static byte[] random() {
    byte[] random = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(random);
    return random;
  }

  /** Returns the beginning of all that is derived for a purpose; no other purpose has the same. */
  byte[] beginning(String purpose) {
    byte[] prefix = purpose.getBytes(StandardCharsets.UTF_8);
    byte[] name = link.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(
            prefix.length + Integer.BYTES + name.length + challenge.length + salt.length)
        .put(prefix)
        .putInt(name.length)
        .put(name)
        .put(challenge)
        .put(salt)
        .array();
  }
}
