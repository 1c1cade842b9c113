package io.windsock.contracts.config;

/** Why a command failed: one sentence for a person, with the offending value and a remedy. */
public final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** A failure of which the message says everything. */
  public Failure(String message) {
    super(message);
  }

  /** A failure with a cause, which {@code --verbose} shows. */
  public Failure(String message, Throwable cause) {
    super(message, cause);
  }
}
