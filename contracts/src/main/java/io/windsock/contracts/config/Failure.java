package io.windsock.contracts.config;

/** A command's failure, whose message is one sentence with the offending value and a remedy. */
public final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Creates a failure that its message explains completely. */
  public Failure(String message) {
    super(message);
  }

  /** Creates a failure with a cause, which {@code --verbose} prints. */
  public Failure(String message, Throwable cause) {
    super(message, cause);
  }
}
