package io.windsock.link.pipeline;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Thrown when a pipeline has stopped; the message names the stage and the reason. */
public final class PipelineException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  /** Creates an exception for the failure of a stage. */
  public PipelineException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
