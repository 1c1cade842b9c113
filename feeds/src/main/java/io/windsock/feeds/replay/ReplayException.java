package io.windsock.feeds.replay;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A replay that could not go on. The message says why, how far it got and what helps. */
public final class ReplayException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  private final transient ReplayProgress progress;

  ReplayException(String message, ReplayProgress progress, @Nullable Throwable cause) {
    super(message, cause);
    this.progress = progress;
  }

  /** How far it got. */
  public ReplayProgress progress() {
    return progress;
  }
}
