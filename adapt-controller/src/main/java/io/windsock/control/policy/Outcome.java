package io.windsock.control.policy;

import org.jspecify.annotations.Nullable;

/**
 * A policy's result for one observation.
 *
 * @param next the state to pass with the next observation, if the change is carried out
 * @param change the change to make; null for none
 * @param silence the silent site that prevents a change; null if there is none
 */
public record Outcome(PolicyState next, @Nullable LevelChange change, @Nullable Silence silence) {
  /** Creates an outcome that no silent site influences. */
  public Outcome(PolicyState next, @Nullable LevelChange change) {
    this(next, change, null);
  }
}
