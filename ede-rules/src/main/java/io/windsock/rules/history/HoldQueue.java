package io.windsock.rules.history;

import org.jspecify.annotations.Nullable;

/**
 * The events that one rule holds, in the order in which they fall due. One rule has one bound, so
 * what is held later falls due later: adding, removing and taking the head are O(1).
 */
final class HoldQueue {
  private final long maxHoldMs;
  private final LinkedElements<HeldEvent> events = new LinkedElements<>();

  HoldQueue(long maxHoldMs) {
    this.maxHoldMs = maxHoldMs;
  }

  /** Adds at the end, due when the bound has passed. */
  void add(HeldEvent held, long nowMs) {
    long dueMs = nowMs + maxHoldMs;
    // A clock that went back must not put it before what was held earlier.
    held.dueMs = events.tail == null ? dueMs : Math.max(dueMs, events.tail.dueMs);
    events.insertAfter(events.tail, held);
  }

  /**
   * Adds what comes from a changelog at its own due time, or when the bound has passed from now if
   * that is sooner. O(1) for histories handed over in order of due time.
   *
   * @return whether it is due sooner now
   */
  boolean restore(HeldEvent held, long nowMs) {
    long loggedMs = held.dueMs;
    held.dueMs = Math.min(held.dueMs, nowMs + maxHoldMs);
    HeldEvent before = events.tail;
    while (before != null && before.dueMs > held.dueMs) {
      before = before.earlier;
    }
    events.insertAfter(before, held);
    return held.dueMs != loggedMs;
  }

  /** The first, due or not; null if there is none. */
  @Nullable HeldEvent first() {
    return events.head;
  }

  /** The first that is due; null if none is. */
  @Nullable HeldEvent due(long nowMs) {
    HeldEvent first = events.head;
    if (first == null) {
      return null;
    }
    // Further off than the bound: the clock went back, so how long it has waited isn't known.
    boolean due = first.dueMs <= nowMs || first.dueMs - nowMs > maxHoldMs;
    return due ? first : null;
  }

  /** Takes out one that is in this queue. */
  void remove(HeldEvent held) {
    events.remove(held);
    held.dueMs = HeldEvent.NOT_QUEUED;
  }
}
