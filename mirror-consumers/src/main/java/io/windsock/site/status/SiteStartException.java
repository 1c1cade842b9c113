package io.windsock.site.status;

import java.io.Serial;

/** Thrown if a site can't start. The message gives the reason and a remedy. */
public final class SiteStartException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  /** Creates an exception with the reason. */
  public SiteStartException(String reason) {
    super(reason);
  }

  /** Creates an exception with the reason and its cause. */
  public SiteStartException(String reason, Throwable cause) {
    super(reason, cause);
  }
}
