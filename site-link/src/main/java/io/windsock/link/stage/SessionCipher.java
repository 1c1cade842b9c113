package io.windsock.link.stage;

import io.windsock.link.stage.RefusedFrameException.Reason;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts and decrypts the frames of one session with AES-256-GCM. The header is authenticated
 * with the payload.
 *
 * <p>No nonce is used twice with a key: each session has keys of its own, derived from the link's
 * keys (HKDF-Expand, RFC 5869) with 32 random bytes that the sender draws when it opens the
 * session; within a session the nonce is the link's epoch and the frame's number, which is given
 * out once. Nothing has to be remembered for this across restarts, at neither side. Safe for use
 * from any thread.
 */
public final class SessionCipher {
  /** The random bytes of a session. */
  public static final int SALT_BYTES = 32;

  private static final String CIPHER = "AES/GCM/NoPadding";
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;
  private static final byte FIRST_BLOCK = 1;

  /**
   * How much is encrypted in one call. Given a whole part at once, the JVM seldom calls what it
   * would compile to the processor's AES instructions, and works on the first thousands of parts at
   * less than a tenth of the rate.
   */
  private static final int STEP_BYTES = 16 << 10;

  /** What frames have in the place of a key's id if they are not encrypted; no key has it. */
  private static final String NO_KEY = "";

  private final KeyRing keys;
  private final byte[] session;
  private final Map<LinkKey, SecretKeySpec> derived = new ConcurrentHashMap<>();

  /** The keys that were active in this session, by id, also if they are removed meanwhile. */
  private final Map<String, LinkKey> activated = new ConcurrentHashMap<>();

  /**
   * Creates the cipher of a session.
   *
   * @param link the link's name
   * @param salt {@link #SALT_BYTES}; see {@link #salt}
   * @param epoch the link's epoch
   */
  public SessionCipher(KeyRing keys, String link, byte[] salt, int epoch) {
    this.keys = keys;
    byte[] name = ("windsock link " + link).getBytes(StandardCharsets.UTF_8);
    session =
        ByteBuffer.allocate(name.length + salt.length + Integer.BYTES + 2)
            .put(name)
            .put((byte) 0)
            .put(salt)
            .putInt(epoch)
            .put(FIRST_BLOCK)
            .array();
  }

  /** Draws the random bytes of a new session. */
  public static byte[] salt() {
    byte[] salt = new byte[SALT_BYTES];
    new SecureRandom().nextBytes(salt);
    return salt;
  }

  /** Returns the id of the key with which to encrypt the next frame; empty without encryption. */
  public String activeKey() {
    if (!keys.encrypts()) {
      return NO_KEY;
    }
    LinkKey active = keys.active();
    activated.put(active.id(), active);
    return active.id();
  }

  /**
   * Encrypts a payload.
   *
   * @param header its header, whose frame number must not have been sealed before
   * @param aad the header's encoding
   * @return the encrypted bytes, followed by the tag; {@code packed} without encryption
   */
  public byte[] seal(FrameHeader header, byte[] aad, byte[] packed) {
    if (!keys.encrypts()) {
      return packed;
    }
    LinkKey known = activated.get(header.key());
    LinkKey key = known == null ? keys.find(header.key()) : known;
    if (key == null) {
      throw new IllegalStateException("there is no key '" + header.key() + "'");
    }
    try {
      return sealed(cipher(Cipher.ENCRYPT_MODE, key, header, aad), packed);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("can't encrypt " + header, e);
    }
  }

  private static byte[] sealed(Cipher cipher, byte[] packed) throws GeneralSecurityException {
    byte[] all = new byte[cipher.getOutputSize(packed.length)];
    int read = 0;
    int written = 0;
    for (; packed.length - read > STEP_BYTES; read += STEP_BYTES) {
      written += cipher.update(packed, read, STEP_BYTES, all, written);
    }
    written += cipher.doFinal(packed, read, packed.length - read, all, written);
    return written == all.length ? all : Arrays.copyOf(all, written);
  }

  /**
   * Decrypts a payload.
   *
   * @throws RefusedFrameException if there is no such key, or header or payload are not what was
   *     sealed
   */
  public byte[] open(FrameHeader header, byte[] aad, byte[] sealed) throws RefusedFrameException {
    if (!keys.encrypts() && header.key().equals(NO_KEY)) {
      return sealed;
    }
    LinkKey key = keys.find(header.key());
    if (key == null) {
      throw new RefusedFrameException(
          Reason.UNKNOWN_KEY,
          "there is no key '" + header.key() + "': append it to the receiver's keys");
    }
    if (sealed.length < TAG_BITS / Byte.SIZE) {
      throw new RefusedFrameException(
          Reason.MALFORMED, header + " has " + sealed.length + " bytes, fewer than its tag");
    }
    try {
      return cipher(Cipher.DECRYPT_MODE, key, header, aad).doFinal(sealed);
    } catch (AEADBadTagException e) {
      throw new RefusedFrameException(
          Reason.ALTERED, header + " was altered, or encrypted with another " + key);
    } catch (GeneralSecurityException e) {
      throw new RefusedFrameException(Reason.MALFORMED, header + ": " + e.getMessage());
    }
  }

  private Cipher cipher(int mode, LinkKey key, FrameHeader header, byte[] aad)
      throws GeneralSecurityException {
    byte[] nonce =
        ByteBuffer.allocate(NONCE_BYTES).putInt(header.epoch()).putLong(header.frame()).array();
    Cipher cipher = Cipher.getInstance(CIPHER);
    cipher.init(
        mode, derived.computeIfAbsent(key, this::derive), new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(aad);
    return cipher;
  }

  private SecretKeySpec derive(LinkKey key) {
    try {
      SecretKeySpec root = key.derivation();
      Mac mac = Mac.getInstance(root.getAlgorithm());
      mac.init(root);
      return new SecretKeySpec(mac.doFinal(session), "AES");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("can't derive a session's key from " + key, e);
    }
  }
}
