package io.windsock.link.stage;

import io.windsock.link.stage.RefusedFrameException.Reason;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.apache.kafka.common.TopicPartition;

/**
 * Shows that the sender of a link's first message has one of its keys: a session takes the link
 * over from the one before, which no one else may do. HMAC-SHA256 over the link's name, the random
 * bytes of the session, after which session everything is to be copied anew, if it is, and which
 * partitions are incomplete at the source.
 *
 * @param key the id of the key; empty without encryption
 * @param code the code; empty without encryption
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record OpenProof(String key, byte[] code) {
  /** The length of a code. */
  public static final int BYTES = 32;

  /** The bits of the byte that says what is opened. */
  private static final int ANEW = 1;

  private static final int INCOMPLETE = 2;

  private static final OpenProof NONE = new OpenProof("", new byte[0]);

  /** Returns the proof of a sender with these keys. */
  public static OpenProof of(
      KeyRing keys, String link, byte[] salt, int anewAfter, List<TopicPartition> incomplete) {
    if (!keys.encrypts()) {
      return NONE;
    }
    LinkKey key = keys.active();
    return new OpenProof(key.id(), code(key, link, salt, anewAfter, incomplete));
  }

  /**
   * Checks the proof at a receiver with these keys.
   *
   * @throws RefusedFrameException if it was made with another key, or for another session
   */
  public void check(
      KeyRing keys, String link, byte[] salt, int anewAfter, List<TopicPartition> incomplete)
      throws RefusedFrameException {
    if (!keys.encrypts() && key.isEmpty()) {
      return;
    }
    LinkKey known = keys.find(key);
    if (known == null) {
      throw new RefusedFrameException(
          Reason.UNKNOWN_KEY, "there is no key '" + key + "': append it to the receiver's keys");
    }
    if (!MessageDigest.isEqual(code, code(known, link, salt, anewAfter, incomplete))) {
      throw new RefusedFrameException(
          Reason.ALTERED, "the session's opening was altered, or made with another " + known);
    }
  }

  private static byte[] code(
      LinkKey key, String link, byte[] salt, int anewAfter, List<TopicPartition> incomplete) {
    try {
      SecretKeySpec root = key.derivation();
      Mac mac = Mac.getInstance(root.getAlgorithm());
      mac.init(root);
      mac.update(("windsock open " + link).getBytes(StandardCharsets.UTF_8));
      mac.update((byte) 0);
      boolean anew = anewAfter > 0;
      mac.update((byte) ((anew ? ANEW : 0) | (incomplete.isEmpty() ? 0 : INCOMPLETE)));
      if (anew) {
        mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(anewAfter).array());
      }
      for (TopicPartition partition : incomplete) {
        mac.update((partition + " ").getBytes(StandardCharsets.UTF_8)); // no name has a space
      }
      return mac.doFinal(salt);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("can't use " + key, e);
    }
  }
}
