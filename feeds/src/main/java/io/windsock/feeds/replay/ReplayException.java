package io.windsock.feeds.replay;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Thrown when a replay can't continue. The message gives the reason, the progress and a remedy. */
public final class ReplayException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  private final transient ReplayProgress progress;

  ReplayException(String message, ReplayProgress progress, @Nullable Throwable cause) {
    super(message, cause);
    this.progress = progress;
  }

  /** Returns the progress at the failure. */
  public ReplayProgress progress() {
    return progress;
  }
}
