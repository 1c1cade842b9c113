package io.windsock.site.status;

import java.io.Serial;

/** Why a site could not start, in words, with a remedy. */
public final class SiteStartException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  /** Takes the reason. */
  public SiteStartException(String reason) {
    super(reason);
  }

  /** Takes the reason and what it came from. */
  public SiteStartException(String reason, Throwable cause) {
    super(reason, cause);
  }
}
