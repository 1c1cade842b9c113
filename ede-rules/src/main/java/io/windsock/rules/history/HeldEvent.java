package io.windsock.rules.history;

import org.jspecify.annotations.Nullable;

/**
 * One event that a rule holds back or remembers for a key. A link in two lists: the history's chain
 * for the rule, and, unless another link of the chain is queued for all, the rule's {@link
 * HoldQueue}.
 */
public final class HeldEvent extends LinkedElements.Element<HeldEvent> {
  /** The due time of an event that is not queued itself. */
  static final long NOT_QUEUED = Long.MIN_VALUE;

  final KeyHistory owner;
  final int rule;
  final Event event = new Event();
  final int part;
  final boolean remembered;

  /** When it must be sent at the latest, ms since the epoch; {@link #NOT_QUEUED}. */
  long dueMs = NOT_QUEUED;

  /** The next of the same rule and key. */
  @Nullable HeldEvent next;

  /**
   * A copy of {@code event}, not yet in any list.
   *
   * @param part which part of a tuple it is; 0 for other rules
   * @param remembered whether it was sent, and is kept only for what it says
   */
  public HeldEvent(KeyHistory owner, int rule, Event event, int part, boolean remembered) {
    this.owner = owner;
    this.rule = rule;
    this.event.copy(event);
    this.part = part;
    this.remembered = remembered;
  }

  /** The history that it is part of. */
  public KeyHistory owner() {
    return owner;
  }

  /** The number of the rule that holds it. */
  public int rule() {
    return rule;
  }

  /** The event. */
  public Event event() {
    return event;
  }

  /** Which part of a tuple it is; 0 for other rules. */
  public int part() {
    return part;
  }

  /** Whether it was sent, and is kept only for what it says: it is not among the held. */
  public boolean remembered() {
    return remembered;
  }

  /** The next of the same rule and key; null if it is the last. */
  public @Nullable HeldEvent next() {
    return next;
  }

  /** Holds {@code newer} in place of its event, due at the same time. */
  public void replace(Event newer) {
    owner.resized(newer.value().length - event.value().length);
    event.copy(newer);
  }

  /** Whether it is one of the source events held now. */
  boolean counts() {
    return !remembered && !event.derived();
  }
}
