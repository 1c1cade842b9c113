package io.windsock.link.stage;

import io.windsock.link.stage.RefusedFrameException.Reason;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts and decrypts the frames of one session with AES-256-GCM, the header authenticated with
 * the payload; and proves the replies to its batches with HMAC-SHA256.
 *
 * <p>No nonce is used twice with a key: each session has keys of its own, derived from the link's
 * keys (HKDF-Expand, RFC 5869) with the random bytes of both sides, {@link SessionSeed}; within a
 * session the nonce is the link's epoch and the frame's number, which is given out once. Nothing
 * has to be remembered for this across restarts, at neither side. Safe for use from any thread.
 */
public final class SessionCipher {
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

  private static final byte[] NO_CODE = {};

  private final KeyRing keys;
  private final SessionSeed seed;
  private final byte[] end;
  private final Map<LinkKey, Derived> derived = new ConcurrentHashMap<>();

  /** The keys that this session has used, by id, also if they are removed meanwhile. */
  private final Map<String, LinkKey> used = new ConcurrentHashMap<>();

  /** The keys of a session that come from one of the link's. */
  private record Derived(SecretKeySpec frames, SecretKeySpec replies) {}

  /**
   * Creates the cipher of a session.
   *
   * @param epoch the link's epoch
   */
  public SessionCipher(KeyRing keys, SessionSeed seed, int epoch) {
    this.keys = keys;
    this.seed = seed;
    end = ByteBuffer.allocate(Integer.BYTES + 1).putInt(epoch).put(FIRST_BLOCK).array();
  }

  /** Returns the id of the key with which to encrypt the next frame; empty without encryption. */
  public String activeKey() {
    if (!keys.encrypts()) {
      return NO_KEY;
    }
    LinkKey active = keys.active();
    used.put(active.id(), active);
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
    LinkKey known = used.get(header.key());
    LinkKey key = known == null ? keys.find(header.key()) : known;
    if (key == null) {
      throw new IllegalStateException("there is no key '" + header.key() + "'");
    }
    used.putIfAbsent(key.id(), key);
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
      byte[] packed = cipher(Cipher.DECRYPT_MODE, key, header, aad).doFinal(sealed);
      used.put(key.id(), key);
      return packed;
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
        mode,
        derived.computeIfAbsent(key, this::derive).frames,
        new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(aad);
    return cipher;
  }

  private Derived derive(LinkKey key) {
    return new Derived(
        new SecretKeySpec(key.code(seed.beginning("windsock frames"), end), "AES"),
        new SecretKeySpec(key.code(seed.beginning("windsock replies"), end), Hmac.NAME));
  }

  /**
   * Returns the code that proves the reply to a batch; empty without encryption.
   *
   * @param key the id of the key of the batch's first frame, which this cipher has sealed or opened
   */
  public byte[] replyCode(String key, byte[] reply) {
    if (key.equals(NO_KEY)) {
      return NO_CODE;
    }
    LinkKey known = used.get(key);
    if (known == null) {
      throw new IllegalStateException("no frame has key '" + key + "'");
    }
    return Hmac.code(derived.computeIfAbsent(known, this::derive).replies, reply);
  }

  /** Returns whether a code proves the reply to a batch; the others as in {@link #replyCode}. */
  public boolean provesReply(String key, byte[] reply, byte[] code) {
    return MessageDigest.isEqual(code, replyCode(key, reply));
  }
}
