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
   * @param snapshot the position of the snapshot being loaded; null if none is
   */
  void joining(String detail, @Nullable Token snapshot);
}
