package io.windsock.site.join;

import java.io.Serial;

/** Why a snapshot could not be had, in words. */
public final class JoinException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  JoinException(String reason) {
    super(reason);
  }

  JoinException(String reason, Throwable cause) {
    super(reason, cause);
  }

  /** Why it can't be done now. */
  public String reason() {
    return String.valueOf(getMessage());
  }
}
