package io.windsock.rules;

import org.jspecify.annotations.Nullable;

/**
 * Events of one type that satisfy a condition.
 *
 * @param type the event type
 * @param when a CEL expression over its fields ({@code status == 'LANDED'}); null: every event
 */
public record Match(String type, @Nullable String when) {
  /** Matches every event of {@code type}. */
  public static Match any(String type) {
    return new Match(type, null);
  }

  /** Returns a phrase for use in a sentence. */
  @Override
  public String toString() {
    return when == null ? type : type + " with " + when;
  }
}
