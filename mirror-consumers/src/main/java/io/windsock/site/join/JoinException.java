package io.windsock.site.join;

import java.io.Serial;

/** Thrown if a snapshot can't be obtained. The message gives the reason. */
public final class JoinException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  JoinException(String reason) {
    super(reason);
  }

  JoinException(String reason, Throwable cause) {
    super(reason, cause);
  }

  /** The reason. */
  public String reason() {
    return String.valueOf(getMessage());
  }
}
