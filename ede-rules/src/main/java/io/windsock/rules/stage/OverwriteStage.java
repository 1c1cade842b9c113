package io.windsock.rules.stage;

import io.windsock.rules.Overwrite.Mode;
import io.windsock.rules.history.Event;
import io.windsock.rules.history.HeldEvent;
import io.windsock.rules.history.KeyHistory;
import org.jspecify.annotations.Nullable;

/**
 * {@link io.windsock.rules.Overwrite}, compiled. Keeps three numbers a key: how many events the run
 * has, how many of them the mirrors are missing and since when; and, where there is a bound, the
 * newest of these.
 *
 * <p>Newest is by event time: an event that comes late never replaces a newer one.
 *
 * @param rule its number
 * @param slot its first slot
 * @param mode which event of a run is sent
 * @param length events in a full run
 * @param maxHoldMs {@link #NO_HOLD}: what is discarded is never sent
 */
public record OverwriteStage(int rule, int slot, Mode mode, int length, long maxHoldMs)
    implements Stage {
  /** The bound of a rule that discards outright. */
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

  /** Leaves the history clean where nothing changes. */
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

  /** Sends {@code event}; a held one goes on being held if it is newer still. */
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

  /** What is sent now ends its run; with {@code first} it is the first of a new one. */
  private void endRun(KeyHistory history) {
    history.set(slot, mode == Mode.FIRST && length > 1 ? 1 : 0);
  }

  @Override
  public void due(HeldEvent held, Effects effects) {
    endRun(held.owner());
    effects.release(held);
  }
}
