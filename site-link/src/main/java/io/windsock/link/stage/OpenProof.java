package io.windsock.link.stage;

import io.windsock.link.stage.RefusedFrameException.Reason;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Shows that the sender of a link's first message has one of its keys: a session takes the link
 * over from the one before, which no one else may do. HMAC-SHA256 over the link's name, the random
 * bytes of the session, and whether everything is to be copied anew.
 *
 * @param key the id of the key; empty without encryption
 * @param code the code; empty without encryption
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record OpenProof(String key, byte[] code) {
  /** The length of a code. */
  public static final int BYTES = 32;

  private static final OpenProof NONE = new OpenProof("", new byte[0]);

  /** Returns the proof of a sender with these keys. */
  public static OpenProof of(KeyRing keys, String link, byte[] salt, boolean anew) {
    if (!keys.encrypts()) {
      return NONE;
    }
    LinkKey key = keys.active();
    return new OpenProof(key.id(), code(key, link, salt, anew));
  }

  /**
   * Checks the proof at a receiver with these keys.
   *
   * @throws RefusedFrameException if it was made with another key, or for another session
   */
  public void check(KeyRing keys, String link, byte[] salt, boolean anew)
      throws RefusedFrameException {
    if (!keys.encrypts() && key.isEmpty()) {
      return;
    }
    LinkKey known = keys.find(key);
    if (known == null) {
      throw new RefusedFrameException(
          Reason.UNKNOWN_KEY, "there is no key '" + key + "': append it to the receiver's keys");
    }
    if (!MessageDigest.isEqual(code, code(known, link, salt, anew))) {
      throw new RefusedFrameException(
          Reason.ALTERED, "the session's opening was altered, or made with another " + known);
    }
  }

  private static byte[] code(LinkKey key, String link, byte[] salt, boolean anew) {
    try {
      SecretKeySpec root = key.derivation();
      Mac mac = Mac.getInstance(root.getAlgorithm());
      mac.init(root);
      mac.update(("windsock open " + link).getBytes(StandardCharsets.UTF_8));
      mac.update((byte) 0);
      mac.update((byte) (anew ? 1 : 0));
      return mac.doFinal(salt);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("can't use " + key, e);
    }
  }
}
