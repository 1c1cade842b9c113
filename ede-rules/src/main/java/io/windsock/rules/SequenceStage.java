package io.windsock.rules;

import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.schema.SchemaVersion;
import org.jspecify.annotations.Nullable;

/**
 * {@link ComplexSequence}, compiled. Keeps two numbers a key: what the newest event that speaks of
 * it has made of it, and the time of that event.
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
 */
final class SequenceStage implements Stage {
  /** The time of a rule that only an event ends. */
  static final long NO_TIME = Long.MAX_VALUE;

  private static final long NOTHING = 0;
  private static final long DISCARDING = 1;
  private static final long ENDED = 2;

  private final int standing;
  private final int since;
  private final Trigger after;
  private final EventType discard;
  private final @Nullable Trigger until;
  private final long untilMs;

  SequenceStage(int slot, Trigger after, EventType discard, @Nullable Trigger until, long untilMs) {
    this.standing = slot;
    this.since = slot + 1;
    this.after = after;
    this.discard = discard;
    this.until = until;
    this.untilMs = untilMs;
  }

  @Override
  public int numbers() {
    return 2;
  }

  @Override
  public int lackSlot() {
    return -1;
  }

  @Override
  public long maxHoldMs() {
    return 0;
  }

  @Override
  public Verdict receive(KeyHistory history, Event event, MirroringFunction function) {
    long timeMs = event.eventTimeMs();
    if (discarding(history) && timeMs - history.number(since) > untilMs) {
      // Forgotten, not ended: an older start could at most discard what this one would have.
      set(history, NOTHING, 0);
    }
    boolean newest = history.number(standing) == NOTHING || timeMs >= history.number(since);
    if (newest && until != null && until.fits(event)) {
      set(history, ENDED, timeMs);
    }
    SchemaVersion version = event.version();
    if (discarding(history) && version != null && version.type() == discard) {
      return Verdict.TAKEN;
    }
    if (newest && after.fits(event)) {
      set(history, DISCARDING, timeMs);
      function.withheld().standsFor(history, discard.ordinal());
    }
    return Verdict.PASS;
  }

  private boolean discarding(KeyHistory history) {
    return history.number(standing) == DISCARDING;
  }

  /** Leaves the history clean where nothing changes. */
  private void set(KeyHistory history, long now, long timeMs) {
    if (history.number(standing) != now || history.number(since) != timeMs) {
      history.number(standing, now);
      history.number(since, timeMs);
    }
  }

  @Override
  public void due(Held held, MirroringFunction function) {
    throw new IllegalStateException("a sequence rule withholds nothing");
  }
}
