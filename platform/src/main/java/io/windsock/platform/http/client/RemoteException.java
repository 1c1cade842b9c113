package io.windsock.platform.http.client;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if a remote server does not answer or refuses a request. The message names its address,
 * the status, the reason and the remedy.
 */
public final class RemoteException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String reason;

  private RemoteException(String message, int status, String reason, @Nullable Throwable cause) {
    super(message, cause);
    this.status = status;
    this.reason = reason;
  }

  static RemoteException silent(RemoteKind kind, String url, String reason, Throwable cause) {
    String message =
        "no %s answers at %s (%s): %s".formatted(kind.name(), url, reason, kind.remedy());
    return new RemoteException(message, 0, reason, cause);
  }

  static RemoteException refused(String url, int status, String reason, String remedy) {
    String because = (reason.isEmpty() ? "" : ": ") + reason;
    String then = (remedy.isEmpty() ? "" : "; ") + remedy;
    return new RemoteException(url + " answered " + status + because + then, status, reason, null);
  }

  /** Returns the status of the answer; 0 if there was none. */
  public int status() {
    return status;
  }

  /** Returns the reason, without the address. */
  public String reason() {
    return reason;
  }
}
