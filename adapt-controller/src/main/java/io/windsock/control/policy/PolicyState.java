package io.windsock.control.policy;

import org.jspecify.annotations.Nullable;

/**
 * What a policy remembers from one observation to the next.
 *
 * @param level how far the mirroring has gone: 0 the exact base function, 1 the cheapest one
 * @param changedAtMs when the level last changed, ms since the epoch; {@link #NEVER}: not yet
 * @param load what the objective policy has filtered; null: nothing yet
 * @param search what the objective policy has learnt of the effect of levels
 */
public record PolicyState(double level, long changedAtMs, @Nullable Load load, Search search) {
  /** No change yet, so none has to be waited for. */
  public static final long NEVER = Long.MIN_VALUE;

  /**
   * Checks the level.
   *
   * @throws IllegalArgumentException if it is not 0 to 1
   */
  public PolicyState {
    if (!(level >= 0 && level <= 1)) {
      throw new IllegalArgumentException("the level is " + level + "; it must be 0 to 1");
    }
  }

  /** The exact mirroring, and nothing known. */
  public static PolicyState initial() {
    return new PolicyState(0, NEVER, null, Search.initial());
  }

  /** A level that somebody else has set: an operator, a former controller, another policy. */
  public static PolicyState at(double level, long changedAtMs) {
    return new PolicyState(level, changedAtMs, null, Search.initial());
  }

  boolean mayChange(long atMs, long holdMs) {
    // A change in the future was made by a clock that ran ahead; it is not waited for.
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
