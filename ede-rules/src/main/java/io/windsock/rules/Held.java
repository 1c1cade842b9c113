package io.windsock.rules;

import org.jspecify.annotations.Nullable;

/**
 * One event that a rule withholds or remembers for a key. A link in two lists: the history's chain
 * for the rule, and, unless another link of the chain stands there for it, the rule's {@link
 * HoldQueue}.
 */
final class Held {
  /** The due time of an event that isn't in a queue itself. */
  static final long NOT_QUEUED = Long.MIN_VALUE;

  final KeyHistory owner;
  final int rule;
  final Event event = new Event();

  /** Which part of a tuple it is; 0 for other rules. */
  final int part;

  /** Already sent, kept only for what it says: not among the held. */
  final boolean remembered;

  /** When it must be sent at the latest, ms since the epoch; {@link #NOT_QUEUED}. */
  long dueMs = NOT_QUEUED;

  /** The next of the same rule and key. */
  @Nullable Held next;

  @Nullable Held earlier;
  @Nullable Held later;

  Held(KeyHistory owner, int rule, Event event, int part, boolean remembered) {
    this.owner = owner;
    this.rule = rule;
    this.event.copy(event);
    this.part = part;
    this.remembered = remembered;
  }

  /** Holds {@code newer} in place of the event that it has held. */
  void replace(Event newer) {
    owner.resized(newer.value().length - event.value().length);
    event.copy(newer);
  }

  /** Whether it is one of the source events withheld now. */
  boolean counts() {
    return !remembered && !event.derived();
  }
}
