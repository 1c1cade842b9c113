package io.windsock.platform.registry;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A schema registry that can't be used: one sentence with its URL, the reason and the remedy. */
public final class RegistryException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  RegistryException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
