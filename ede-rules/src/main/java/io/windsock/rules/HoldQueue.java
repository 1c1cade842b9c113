package io.windsock.rules;

import org.jspecify.annotations.Nullable;

/**
 * The events that one rule withholds, in the order in which they fall due. One rule has one bound,
 * so what is held later falls due later: adding, removing and taking the head are O(1).
 */
final class HoldQueue {
  private final long maxHoldMs;
  private @Nullable Held head;
  private @Nullable Held tail;

  HoldQueue(long maxHoldMs) {
    this.maxHoldMs = maxHoldMs;
  }

  /** Adds at the end, due when the bound has passed. */
  void add(Held held, long nowMs) {
    long dueMs = nowMs + maxHoldMs;
    // A clock that went back must not put it before what was held earlier.
    held.dueMs = tail == null ? dueMs : Math.max(dueMs, tail.dueMs);
    insertAfter(tail, held);
  }

  /**
   * Adds what comes from a changelog at its own due time, or when the bound has passed from now if
   * that is sooner. O(1) for histories handed over in order of due time.
   *
   * @return whether it is due sooner now
   */
  boolean restore(Held held, long nowMs) {
    long loggedMs = held.dueMs;
    held.dueMs = Math.min(held.dueMs, nowMs + maxHoldMs);
    Held before = tail;
    while (before != null && before.dueMs > held.dueMs) {
      before = before.earlier;
    }
    insertAfter(before, held);
    return held.dueMs != loggedMs;
  }

  /** The first, due or not; null if there is none. */
  @Nullable Held first() {
    return head;
  }

  /** The first that is due; null if none is. */
  @Nullable Held due(long nowMs) {
    Held first = head;
    if (first == null) {
      return null;
    }
    // Further off than the bound: the clock went back, so how long it has waited isn't known.
    boolean due = first.dueMs <= nowMs || first.dueMs - nowMs > maxHoldMs;
    return due ? first : null;
  }

  /** Takes out one that is in this queue. */
  void remove(Held held) {
    if (held.earlier == null) {
      head = held.later;
    } else {
      held.earlier.later = held.later;
    }
    if (held.later == null) {
      tail = held.earlier;
    } else {
      held.later.earlier = held.earlier;
    }
    held.earlier = null;
    held.later = null;
    held.dueMs = Held.NOT_QUEUED;
  }

  private void insertAfter(@Nullable Held before, Held held) {
    Held after = before == null ? head : before.later;
    held.earlier = before;
    held.later = after;
    if (before == null) {
      head = held;
    } else {
      before.later = held;
    }
    if (after == null) {
      tail = held;
    } else {
      after.earlier = held;
    }
  }
}
