package io.windsock.site.join;

import io.windsock.contracts.position.Token;
import org.jspecify.annotations.Nullable;

/** Hears how joining goes on. */
@FunctionalInterface
public interface JoinListener {
  /**
   * It has come so far.
   *
   * @param detail in words
   * @param snapshot the position of the snapshot that is being loaded; null: none is
   */
  void joining(String detail, @Nullable Token snapshot);
}
