package io.windsock.site.join;

import io.windsock.contracts.position.Token;
import org.jspecify.annotations.Nullable;

/** Listener for the progress of joining. */
@FunctionalInterface
public interface JoinListener {
  /**
   * Reports progress.
   *
   * @param detail the progress in words
   * @param snapshot the position of the snapshot being loaded, or of the site's own state if the
   *     log can be read from there instead: the log must not be trimmed past it; null if none is
   *     loaded
   */
  void joining(String detail, @Nullable Token snapshot);
}
