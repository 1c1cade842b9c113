package io.windsock.evaluation.experiment;

import io.windsock.contracts.config.Failure;

/** Why something failed, in words. */
public final class Reason {
  private Reason() {}

  /** Returns a failure's message, which is complete, or what else was thrown and its message. */
  public static String of(Exception thrown) {
    return thrown instanceof Failure ? String.valueOf(thrown.getMessage()) : thrown.toString();
  }
}
