package io.windsock.control.policy;

import org.jspecify.annotations.Nullable;

/**
 * What a policy made of an observation.
 *
 * @param next what it has to be given with the next observation, if the change is carried out
 * @param change what to change; null: nothing
 * @param silence the silent site because of which nothing changes; null: no site is the reason
 */
public record Outcome(PolicyState next, @Nullable LevelChange change, @Nullable Silence silence) {
  /** Without a silent site that matters. */
  public Outcome(PolicyState next, @Nullable LevelChange change) {
    this(next, change, null);
  }
}
