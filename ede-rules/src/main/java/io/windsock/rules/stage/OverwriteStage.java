package io.windsock.rules.stage;

import io.windsock.rules.Overwrite.Mode;
import io.windsock.rules.history.Event;
import io.windsock.rules.history.HeldEvent;
import io.windsock.rules.history.KeyHistory;
import org.jspecify.annotations.Nullable;

/**
 * A compiled {@link io.windsock.rules.Overwrite}. Keeps three numbers per key: the events in the
 * run, how many of them the mirrors lack, and since when. With a bound, it also holds the newest of
 * these events.
 *
 * <p>Newest is by event time: a late event never replaces a newer one.
 *
 * @param rule the rule's number
 * @param slot the rule's first slot
 * @param mode which event of a run is sent
 * @param length the number of events in a full run
 * @param maxHoldMs the bound; {@link #NO_HOLD}: discarded events are never sent
 */
public record OverwriteStage(int rule, int slot, Mode mode, int length, long maxHoldMs)
    implements Stage {
  /** The bound of a rule that never sends what it discards. */
  public static final long NO_HOLD = 0;

  @Override
  public int slots() {
    return 3;
  }

  @Override
  public int missingSlot() {
    return 1;
  }

  @Override
  public void decide(KeyHistory history, Event event, Effects effects) {
    if (length == 1) {
      startRun(history, 0);
      sendInstead(history.first(rule), event, effects);
    } else if (mode == Mode.FIRST) {
      first(history, event, effects);
    } else {
      latest(history, event, effects);
    }
  }

  /** Leaves the history clean if nothing changes. */
  private void startRun(KeyHistory history, long events) {
    if (history.get(slot) != events) {
      history.set(slot, events);
    }
  }

  private void first(KeyHistory history, Event event, Effects effects) {
    long inRun = history.get(slot);
    if (inRun == 0) {
      history.set(slot, 1);
      sendInstead(history.first(rule), event, effects);
      return;
    }
    history.set(slot, inRun + 1 >= length ? 0 : inRun + 1);
    if (maxHoldMs == NO_HOLD) {
      effects.supersede(event);
    } else {
      keepNewest(history, event, effects);
    }
  }

  /** Sends {@code event}; a held event stays held if it is newer. */
  private static void sendInstead(@Nullable HeldEvent newest, Event event, Effects effects) {
    if (newest != null && event.asNewAs(newest.event())) {
      effects.supersede(newest);
    }
    effects.pass(event);
  }

  private void latest(KeyHistory history, Event event, Effects effects) {
    long inRun = history.get(slot) + 1;
    if (inRun < length) {
      history.set(slot, inRun);
      keepNewest(history, event, effects);
      return;
    }
    history.set(slot, 0);
    HeldEvent newest = history.first(rule);
    if (newest == null || event.asNewAs(newest.event())) {
      sendInstead(newest, event, effects);
    } else {
      effects.supersede(event);
      effects.release(newest);
    }
  }

  private void keepNewest(KeyHistory history, Event event, Effects effects) {
    HeldEvent newest = history.first(rule);
    if (newest != null && !event.asNewAs(newest.event())) {
      effects.supersede(event);
    } else if (!history.hasRoom(event.value().length)) {
      endRun(history);
      sendInstead(newest, event, effects);
    } else if (newest == null) {
      effects.hold(event, 0, true);
    } else {
      effects.replace(newest, event);
    }
  }

  /** Ends the run with the event sent now; with {@code first}, that event starts a new run. */
  private void endRun(KeyHistory history) {
    history.set(slot, mode == Mode.FIRST && length > 1 ? 1 : 0);
  }

  @Override
  public void due(HeldEvent held, Effects effects) {
    endRun(held.owner());
    effects.release(held);
  }
}
