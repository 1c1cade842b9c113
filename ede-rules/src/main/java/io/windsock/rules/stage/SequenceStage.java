package io.windsock.rules.stage;

import io.windsock.contracts.schema.EventType;
import io.windsock.rules.history.Event;
import io.windsock.rules.history.KeyHistory;
import org.jspecify.annotations.Nullable;

/**
 * {@link io.windsock.rules.ComplexSequence}, compiled. Keeps two numbers a key: its phase, which
 * the newest event that starts or ends the discarding has brought about, and the time of that
 * event.
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
 * one has come, and of two of the same ms the later in the log counts. That is why the end of a
 * sequence is remembered too, and one that comes before any start.
 *
 * @param slot its first slot
 * @param after what starts the discarding
 * @param discard the type that is discarded
 * @param until what ends it; null: only time does
 * @param untilMs how much newer an event must be to end it; {@link #NO_TIME}: only an event does
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
      // Forgotten, not ended: an older start could at most discard what this one would have.
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

  /** Leaves the history clean where nothing changes. */
  private void enter(KeyHistory history, long phase, long timeMs) {
    if (history.get(slot) != phase || sinceMs(history) != timeMs) {
      history.set(slot, phase);
      history.set(slot + 1, timeMs);
    }
  }
}
