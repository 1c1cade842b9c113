package io.windsock.link.stage;

import io.windsock.link.stage.RefusedFrameException.Reason;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/**
 * Proves what each side says when a session is opened or refused: HMAC-SHA256 under a key of the
 * link, over the session's {@link SessionSeed} and what is said. It shows that who says it has the
 * key, and says it in this session. Immutable.
 *
 * <pre>
 *  receiver ─── challenge ────────────────▶ sender
 *           ◀── OPEN: what it copies ──────          takes the link over from the session before
 *           ─── OPENED: what it has ──────▶          the sender reads from there
 *           ─── REFUSED: status, reason ──▶          the sender stops
 * </pre>
 */
public final class SessionProof {
  /** The length of a code. */
  public static final int BYTES = 32;

  private static final byte[] NO_CODE = {};

  /** What is said. */
  public enum Statement {
    /** The sender's opening. */
    OPEN("windsock open"),
    /** The receiver's reply to it. */
    OPENED("windsock opened"),
    /** The end of the session, by the receiver. */
    REFUSED("windsock refused");

    private final String purpose;

    Statement(String purpose) {
      this.purpose = purpose;
    }
  }

  /** Null without encryption. */
  private final @Nullable LinkKey key;

  private final SessionSeed seed;

  private SessionProof(@Nullable LinkKey key, SessionSeed seed) {
    this.key = key;
    this.seed = seed;
  }

  /** Returns the proof of a sender with these keys. */
  public static SessionProof of(KeyRing keys, SessionSeed seed) {
    return new SessionProof(keys.encrypts() ? keys.active() : null, seed);
  }

  /**
   * Returns the proof of a receiver with these keys, for a sender that has chosen one of them.
   *
   * @param id the key's id; empty without encryption
   * @throws RefusedFrameException if there is no such key
   */
  public static SessionProof of(KeyRing keys, String id, SessionSeed seed)
      throws RefusedFrameException {
    if (!keys.encrypts() && id.isEmpty()) {
      return new SessionProof(null, seed);
    }
    LinkKey known = keys.find(id);
    if (known == null) {
      throw new RefusedFrameException(
          Reason.UNKNOWN_KEY, "there is no key '" + id + "': append it to the receiver's keys");
    }
    return new SessionProof(known, seed);
  }

  /** Returns the id of the key; empty without encryption. */
  public String key() {
    return key == null ? "" : key.id();
  }

  /** Returns what the session's keys are derived from. */
  public SessionSeed seed() {
    return seed;
  }

  /** Returns the code that proves a statement; empty without encryption. */
  public byte[] code(Statement statement, byte[] content) {
    return key == null ? NO_CODE : key.code(seed.beginning(statement.purpose), content);
  }

  /** Returns whether a code proves a statement. */
  public boolean proves(Statement statement, byte[] content, byte[] code) {
    return MessageDigest.isEqual(code, code(statement, content));
  }
}
