package io.windsock.control.policy;

import org.jspecify.annotations.Nullable;

/**
 * A policy's memory between observations.
 *
 * @param level the mirroring level: 0 is the exact base function, 1 the cheapest
 * @param changedAtMs when the level last changed, ms since the epoch; {@link #NEVER} if it has not
 * @param load the objective policy's filtered load; null before the first observation
 * @param search what the objective policy has learnt about the effect of levels
 */
public record PolicyState(double level, long changedAtMs, @Nullable Load load, Search search) {
  /** No change has been made, so no hold time applies. */
  public static final long NEVER = Long.MIN_VALUE;

  /**
   * Validates the level.
   *
   * @throws IllegalArgumentException if the level is not within 0 to 1
   */
  public PolicyState {
    if (!(level >= 0 && level <= 1)) {
      throw new IllegalArgumentException("the level is " + level + "; it must be 0 to 1");
    }
  }

  /** Returns the state of exact mirroring with nothing known. */
  public static PolicyState initial() {
    return at(0, NEVER);
  }

  /** Returns the state for a level set by an operator, a former controller or another policy. */
  public static PolicyState at(double level, long changedAtMs) {
    return new PolicyState(level, changedAtMs, null, Search.initial());
  }

  boolean mayChange(long atMs, long holdMs) {
    // A change dated in the future comes from a clock that ran ahead; do not wait for it.
    return changedAtMs == NEVER || atMs < changedAtMs || atMs - changedAtMs >= holdMs;
  }

  PolicyState changed(LevelChange change, long atMs) {
    return new PolicyState(change.toLevel(), atMs, load, search);
  }

  PolicyState with(Load load) {
    return new PolicyState(level, changedAtMs, load, search);
  }

  PolicyState with(Search search) {
    return new PolicyState(level, changedAtMs, load, search);
  }
}
