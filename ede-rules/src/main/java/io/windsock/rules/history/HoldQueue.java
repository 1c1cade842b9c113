package io.windsock.rules.history;

import org.jspecify.annotations.Nullable;

/**
 * The events that one rule holds, in order of due time. A rule has a single bound, so an event held
 * later is due later, and adding, removing and taking the head are O(1).
 */
final class HoldQueue {
  private final long maxHoldMs;
  private final LinkedElements<HeldEvent> events = new LinkedElements<>();

  HoldQueue(long maxHoldMs) {
    this.maxHoldMs = maxHoldMs;
  }

  /** Appends an event that is due when the bound has passed. */
  void add(HeldEvent held, long nowMs) {
    long dueMs = nowMs + maxHoldMs;
    // If the clock went back, keep the event behind those held earlier.
    held.dueMs = events.tail == null ? dueMs : Math.max(dueMs, events.tail.dueMs);
    events.insertAfter(events.tail, held);
  }

  /**
   * Inserts an event from the changelog at its logged due time, or at the bound from now if that is
   * earlier. O(1) if histories are restored in order of due time.
   *
   * @return whether the event is now due earlier
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

  /** Returns the first event, due or not; null if the queue is empty. */
  @Nullable HeldEvent first() {
    return events.head;
  }

  /** Returns the first event that is due; null if none is. */
  @Nullable HeldEvent due(long nowMs) {
    HeldEvent first = events.head;
    if (first == null) {
      return null;
    }
    // A due time beyond the bound means that the clock went back, so the time waited is unknown.
    boolean due = first.dueMs <= nowMs || first.dueMs - nowMs > maxHoldMs;
    return due ? first : null;
  }

  /** Removes an event, which must be in this queue. */
  void remove(HeldEvent held) {
    events.remove(held);
    held.dueMs = HeldEvent.NOT_QUEUED;
  }
}
