package io.windsock.cli.option;

import java.io.Serial;

/**
 * Thrown when two clusters could not be compared; the message gives the reason and the remedy. The
 * exit code is {@link ExitCode#INCOMPARABLE}.
 */
public final class IncomparableException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  /** Creates an exception with a cause, which {@code --verbose} prints. */
  public IncomparableException(String message, Throwable cause) {
    super(message, cause);
  }
}
