package io.windsock.embedded;

/** Why the broker did not start, in one sentence that names the value at fault and a remedy. */
public final class BrokerStartException extends RuntimeException {
  private static final long serialVersionUID = 1;

  BrokerStartException(String message) {
    super(message);
  }

  BrokerStartException(String message, Throwable cause) {
    super(message, cause);
  }
}
