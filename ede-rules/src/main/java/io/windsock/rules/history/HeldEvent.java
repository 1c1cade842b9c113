package io.windsock.rules.history;

import org.jspecify.annotations.Nullable;

/**
 * One event that a rule holds back or remembers for a key. It is a link in two lists: the history's
 * chain for the rule, and the rule's {@link HoldQueue}, unless one link of the chain is queued on
 * behalf of all.
 */
public final class HeldEvent extends LinkedElements.Element<HeldEvent> {
  /** The due time of an event that is not itself queued. */
  static final long NOT_QUEUED = Long.MIN_VALUE;

  final KeyHistory owner;
  final int rule;
  final Event event = new Event();
  final int part;
  final boolean remembered;

  /** The time by which it must be sent, ms since the epoch, or {@link #NOT_QUEUED}. */
  long dueMs = NOT_QUEUED;

  /** The next event of the same rule and key. */
  @Nullable HeldEvent next;

  /**
   * Creates a copy of {@code event} that is in no list yet.
   *
   * @param part the index of the tuple's part that it matches; 0 for other rules
   * @param remembered whether it has been sent and is kept only for its content
   */
  public HeldEvent(KeyHistory owner, int rule, Event event, int part, boolean remembered) {
    this.owner = owner;
    this.rule = rule;
    this.event.copy(event);
    this.part = part;
    this.remembered = remembered;
  }

  /** Returns the history that it belongs to. */
  public KeyHistory owner() {
    return owner;
  }

  /** Returns the number of the rule that holds it. */
  public int rule() {
    return rule;
  }

  /** Returns the event. */
  public Event event() {
    return event;
  }

  /** Returns the index of the tuple's part that it matches; 0 for other rules. */
  public int part() {
    return part;
  }

  /**
   * Whether it has been sent and is kept only for its content; such an event does not count as
   * held.
   */
  public boolean remembered() {
    return remembered;
  }

  /** Returns the next event of the same rule and key; null if it is the last. */
  public @Nullable HeldEvent next() {
    return next;
  }

  /** Replaces its event by {@code newer}, with the same due time. */
  public void replace(Event newer) {
    owner.resized(newer.value().length - event.value().length);
    event.copy(newer);
  }

  /** Whether it counts among the source events held. */
  boolean counts() {
    return !remembered && !event.derived();
  }
}
