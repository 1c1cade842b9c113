package io.windsock.rules;

import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.schema.SchemaVersion;
import org.jspecify.annotations.Nullable;

/**
 * {@link ComplexSequence}, compiled. Keeps two numbers a key: whether it discards, and since which
 * event time.
 *
 * <pre>
 *              after                          discard: taken
 *   passing ───────────▶ discarding ─────────────┐
 *      ▲                     │  ▲                │
 *      └─────────────────────┘  └────────────────┘
 *        until, or too new
 * </pre>
 */
final class SequenceStage implements Stage {
  /** The time of a rule that only an event ends. */
  static final long NO_TIME = Long.MAX_VALUE;

  private static final long DISCARDING = 1;

  private final int active;
  private final int since;
  private final Trigger after;
  private final EventType discard;
  private final @Nullable Trigger until;
  private final long untilMs;

  SequenceStage(int slot, Trigger after, EventType discard, @Nullable Trigger until, long untilMs) {
    this.active = slot;
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
    boolean discarding = history.number(active) == DISCARDING;
    if (discarding && ends(history, event)) {
      history.number(active, 0);
      history.number(since, 0);
      discarding = false;
    }
    SchemaVersion version = event.version();
    if (discarding && version != null && version.type() == discard) {
      return Verdict.TAKEN;
    }
    if (after.fits(event)) {
      start(history, event, discarding);
    }
    return Verdict.PASS;
  }

  private boolean ends(KeyHistory history, Event event) {
    long newer = event.eventTimeMs() - history.number(since);
    return newer > untilMs || (until != null && newer >= 0 && until.fits(event));
  }

  private void start(KeyHistory history, Event event, boolean discarding) {
    long time = event.eventTimeMs();
    if (!discarding || time > history.number(since)) {
      history.number(active, DISCARDING);
      history.number(since, time);
    }
  }

  @Override
  public void due(Held held, MirroringFunction function) {
    throw new IllegalStateException("a sequence rule withholds nothing");
  }
}
