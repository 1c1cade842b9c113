package io.windsock.rules.history;

import org.jspecify.annotations.Nullable;

/** Gives the events to which logged histories refer. */
public interface References {
  /** For histories that refer to nothing. */
  References NONE =
      (reference, held) -> {
        throw new IllegalArgumentException("a history with a " + reference);
      };

  /**
   * Returns the bytes of an event; null if there are none any more, and the history is to be
   * without it.
   *
   * @param held whether a rule still holds it; otherwise it was sent, and only remembered
   */
  byte @Nullable [] read(Reference reference, boolean held);
}
