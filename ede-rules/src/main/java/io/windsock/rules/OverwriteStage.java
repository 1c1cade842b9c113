package io.windsock.rules;

import io.windsock.rules.Overwrite.Mode;

/**
 * {@link Overwrite}, compiled. Keeps three numbers a key: how many events the run has, how many of
 * them the mirrors lack and since when; and, where there is a bound, the newest of these.
 *
 * <p>Newest is by event time: an event that comes late never replaces a newer one.
 */
final class OverwriteStage implements Stage {
  /** The bound of a rule that discards outright. */
  static final long NO_HOLD = 0;

  private final int index;
  private final int slot;
  private final Mode mode;
  private final int length;
  private final long maxHoldMs;

  OverwriteStage(int index, int slot, Mode mode, int length, long maxHoldMs) {
    this.index = index;
    this.slot = slot;
    this.mode = mode;
    this.length = length;
    this.maxHoldMs = maxHoldMs;
  }

  @Override
  public int numbers() {
    return 3;
  }

  @Override
  public int lackSlot() {
    return slot + 1;
  }

  @Override
  public long maxHoldMs() {
    return maxHoldMs;
  }

  @Override
  public Verdict receive(KeyHistory history, Event event, MirroringFunction function) {
    if (length == 1) {
      if (history.number(slot) != 0) {
        history.number(slot, 0);
      }
      return sendInstead(history, event, function);
    }
    return mode == Mode.FIRST ? first(history, event, function) : latest(history, event, function);
  }

  private Verdict first(KeyHistory history, Event event, MirroringFunction function) {
    long inRun = history.number(slot);
    if (inRun == 0) {
      history.number(slot, 1);
      return sendInstead(history, event, function);
    }
    history.number(slot, inRun + 1 >= length ? 0 : inRun + 1);
    if (maxHoldMs == NO_HOLD) {
      function.withheld().add(history, index, event);
      return Verdict.TAKEN;
    }
    return keepNewest(history, event, function);
  }

  /** Sends {@code event}; a held one goes on being lacked if it is newer still. */
  private Verdict sendInstead(KeyHistory history, Event event, MirroringFunction function) {
    Held newest = history.first(index);
    if (newest != null && event.asNewAs(newest.event)) {
      function.drop(newest);
    }
    function.withheld().recount(history, index);
    return Verdict.PASS;
  }

  private Verdict latest(KeyHistory history, Event event, MirroringFunction function) {
    long inRun = history.number(slot) + 1;
    if (inRun < length) {
      history.number(slot, inRun);
      return keepNewest(history, event, function);
    }
    history.number(slot, 0);
    function.withheld().clear(history, index);
    Held newest = history.first(index);
    if (newest == null) {
      return Verdict.PASS;
    }
    if (event.asNewAs(newest.event)) {
      function.drop(newest);
      return Verdict.PASS;
    }
    function.letGo(newest);
    return Verdict.TAKEN;
  }

  private Verdict keepNewest(KeyHistory history, Event event, MirroringFunction function) {
    Held newest = history.first(index);
    boolean keeps = newest == null || event.asNewAs(newest.event);
    if (keeps && !history.hasRoom(event.value().length)) {
      endRun(history);
      return sendInstead(history, event, function);
    }
    function.withheld().add(history, index, event);
    if (newest == null) {
      function.hold(history, index, event, 0, false);
      return Verdict.DONE;
    }
    if (keeps) {
      newest.replace(event);
    }
    return Verdict.TAKEN;
  }

  /** What is sent now ends its run; with {@code first} it is the first of a new one. */
  private void endRun(KeyHistory history) {
    history.number(slot, mode == Mode.FIRST && length > 1 ? 1 : 0);
  }

  @Override
  public void due(Held held, MirroringFunction function) {
    endRun(held.owner);
    function.withheld().clear(held.owner, index);
    function.letGo(held);
  }
}
