package io.windsock.rules.stage;

import io.windsock.contracts.schema.EventType;
import io.windsock.rules.history.Event;
import io.windsock.rules.history.KeyHistory;
import org.jspecify.annotations.Nullable;

/**
 * A compiled {@link io.windsock.rules.ComplexSequence}. Keeps two numbers per key: the phase, set
 * by the newest event that starts or ends the discarding, and the time of that event.
 *
 * <pre>
 *               after
 *   nothing ─────────────▶ discarding ◀──────────┐
 *    │   ▲    a time too new │   │               │
 *    │   └───────────────────┘   │ until         │ after
 *    │                           ▼               │
 *    └────────until──────────▶ ended ────────────┘
 * </pre>
 *
 * <p>Newest is by event time, as in the EDE: {@code after} and {@code until} count unless a newer
 * one has arrived, and of two with the same ms the later in the log counts. The end of a sequence
 * is therefore remembered too, even if it arrives before any start.
 *
 * @param slot the rule's first slot
 * @param after the event that starts the discarding
 * @param discard the type that is discarded
 * @param until the event that ends the discarding; null: only time ends it
 * @param untilMs how much newer than the starting event another must be to end it; {@link
 *     #NO_TIME}: only an event ends it
 */
public record SequenceStage(
    int slot, Trigger after, EventType discard, @Nullable Trigger until, long untilMs)
    implements Stage {
  /** The time of a rule that only an event ends. */
  public static final long NO_TIME = Long.MAX_VALUE;

  private static final long NOTHING = 0;
  private static final long DISCARDING = 1;
  private static final long ENDED = 2;

  @Override
  public int slots() {
    return 2;
  }

  @Override
  public void decide(KeyHistory history, Event event, Effects effects) {
    long timeMs = event.eventTimeMs();
    if (discarding(history) && timeMs - sinceMs(history) > untilMs) {
      // Reset rather than ended: an older start could discard at most what this one would have.
      enter(history, NOTHING, 0);
    }
    boolean newest = history.get(slot) == NOTHING || timeMs >= sinceMs(history);
    if (newest && until != null && until.fits(event)) {
      enter(history, ENDED, timeMs);
    }
    if (discarding(history) && event.type() == discard) {
      effects.supersede(event);
      return;
    }
    if (newest && after.fits(event)) {
      enter(history, DISCARDING, timeMs);
      effects.cover(discard.ordinal());
    }
    effects.pass(event);
  }

  private boolean discarding(KeyHistory history) {
    return history.get(slot) == DISCARDING;
  }

  private long sinceMs(KeyHistory history) {
    return history.get(slot + 1);
  }

  /** Leaves the history clean if nothing changes. */
  private void enter(KeyHistory history, long phase, long timeMs) {
    if (history.get(slot) != phase || sinceMs(history) != timeMs) {
      history.set(slot, phase);
      history.set(slot + 1, timeMs);
    }
  }
}
