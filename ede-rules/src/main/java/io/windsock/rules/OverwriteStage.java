package io.windsock.rules;

import io.windsock.rules.Overwrite.Mode;

/**
 * {@link Overwrite}, compiled. Keeps one number a key, how many events the run has; and, where
 * there is a bound, the newest event that the mirrors lack.
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
    return 1;
  }

  @Override
  public long maxHoldMs() {
    return maxHoldMs;
  }

  @Override
  public Verdict receive(KeyHistory history, Event event, MirroringFunction function) {
    if (length == 1) {
      return Verdict.PASS;
    }
    return mode == Mode.FIRST ? first(history, event, function) : latest(history, event, function);
  }

  private Verdict first(KeyHistory history, Event event, MirroringFunction function) {
    long inRun = history.number(slot);
    if (inRun == 0) {
      history.number(slot, 1);
      Held newest = history.first(index);
      if (newest != null && event.asNewAs(newest.event)) {
        function.drop(newest);
      }
      return Verdict.PASS;
    }
    history.number(slot, inRun + 1 >= length ? 0 : inRun + 1);
    return maxHoldMs == NO_HOLD ? Verdict.TAKEN : keepNewest(history, event, function);
  }

  private Verdict latest(KeyHistory history, Event event, MirroringFunction function) {
    long inRun = history.number(slot) + 1;
    if (inRun < length) {
      history.number(slot, inRun);
      return keepNewest(history, event, function);
    }
    history.number(slot, 0);
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
    if (newest == null) {
      function.hold(history, index, event, 0, false);
      return Verdict.DONE;
    }
    if (event.asNewAs(newest.event)) {
      newest.event.copy(event);
    }
    return Verdict.TAKEN;
  }

  /** What is sent now ends its run; with {@code first} it is the first of a new one. */
  @Override
  public void due(Held held, MirroringFunction function) {
    held.owner.number(slot, mode == Mode.FIRST && length > 1 ? 1 : 0);
    function.letGo(held);
  }
}
