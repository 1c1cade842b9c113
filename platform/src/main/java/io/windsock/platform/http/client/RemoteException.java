package io.windsock.platform.http.client;

/**
 * A server elsewhere gave no answer, or one that is a refusal. The message names its address, the
 * status, the reason and what to do.
 */
public final class RemoteException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String reason;

  private RemoteException(String message, int status, String reason, Throwable cause) {
    super(message, cause);
    this.status = status;
    this.reason = reason;
  }

  private RemoteException(String message, int status, String reason) {
    super(message);
    this.status = status;
    this.reason = reason;
  }

  static RemoteException silent(RemoteKind kind, String url, String reason, Throwable cause) {
    String message =
        "no %s answers at %s (%s): %s".formatted(kind.name(), url, reason, kind.remedy());
    return new RemoteException(message, 0, reason, cause);
  }

  static RemoteException tooLarge(String url, BoundedBody.TooLarge cause) {
    String reason = String.valueOf(cause.getMessage());
    return new RemoteException(
        "%s answered %d: %s".formatted(url, cause.status(), reason), cause.status(), reason, cause);
  }

  static RemoteException refused(String url, int status, String reason, String remedy) {
    String message = url + " answered " + status;
    message += reason.isEmpty() ? "" : ": " + reason;
    message += remedy.isEmpty() ? "" : "; " + remedy;
    return new RemoteException(message, status, reason);
  }

  /** The status of the answer; 0 if there was none. */
  public int status() {
    return status;
  }

  /** Why, without the address. */
  public String reason() {
    return reason;
  }
}
