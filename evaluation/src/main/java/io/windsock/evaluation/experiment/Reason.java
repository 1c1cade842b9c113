package io.windsock.evaluation.experiment;

import io.windsock.contracts.config.Failure;

/** Why something failed, in words. */
public final class Reason {
  private static final int MAX_CAUSES = 5;

  private Reason() {}

  /**
   * Returns a failure's message, which is complete, or what else was thrown with its message and
   * its causes.
   */
  public static String of(Exception thrown) {
    if (thrown instanceof Failure) {
      return String.valueOf(thrown.getMessage());
    }
    StringBuilder text = new StringBuilder(thrown.toString());
    Throwable cause = thrown.getCause();
    for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++) {
      if (text.indexOf(cause.toString()) < 0) { // many messages have that of their cause
        text.append("; caused by ").append(cause);
      }
      cause = cause.getCause();
    }
    return text.toString();
  }
}
