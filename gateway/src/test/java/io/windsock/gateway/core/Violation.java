package io.windsock.gateway.core;

/** An invariant that does not hold. */
final class Violation extends AssertionError {
  private static final long serialVersionUID = 1;

  Violation(String message) {
    super(message);
  }
}
