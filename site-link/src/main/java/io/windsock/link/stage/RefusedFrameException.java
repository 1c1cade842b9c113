package io.windsock.link.stage;

import java.io.Serial;

/**
 * Thrown for a frame, or the opening of a session, that the receiver does not accept; nothing of it
 * is applied.
 */
public final class RefusedFrameException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  /** Why a frame is refused. */
  public enum Reason {
    /** It is of another session. */
    OTHER_SESSION,
    /** A frame of its number has been received before. */
    REPLAYED,
    /** A frame before it is missing. */
    OUT_OF_ORDER,
    /** It was altered, or encrypted with another key. */
    ALTERED,
    /** The receiver does not have its key. */
    UNKNOWN_KEY,
    /** It is not encrypted as agreed, or its content is malformed. */
    MALFORMED,
    /** It does not follow what the target has. */
    GAP
  }

  private final Reason reason;

  /** Creates an exception for this reason. */
  public RefusedFrameException(Reason reason, String message) {
    // No stack trace: bad input is not a bug in this code.
    super(message, null, false, false);
    this.reason = reason;
  }

  /** Returns why the frame is refused. */
  public Reason reason() {
    return reason;
  }
}
