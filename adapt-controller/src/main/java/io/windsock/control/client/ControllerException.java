package io.windsock.control.client;

/**
 * A controller does not answer, or can't do now what it is asked; nothing has changed, unless the
 * message says that this isn't known.
 */
public final class ControllerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ControllerException(String message) {
    super(message);
  }

  ControllerException(String message, Throwable cause) {
    super(message, cause);
  }
}
