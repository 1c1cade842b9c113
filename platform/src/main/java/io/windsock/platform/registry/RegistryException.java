package io.windsock.platform.registry;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if a schema registry can't be used. The message has its URL, the reason and the remedy.
 */
public final class RegistryException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  RegistryException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
