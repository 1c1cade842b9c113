package io.windsock.rules.stage;

import io.windsock.rules.history.Event;
import io.windsock.rules.history.HeldEvent;
import io.windsock.rules.history.HistoryLayout;
import io.windsock.rules.history.KeyHistory;

/**
 * A rule compiled for a catalogue. Immutable and shared by all threads. Its memory of a key is in
 * the key's history, of which it writes only its own slots.
 */
public sealed interface Stage
    permits OverwriteStage, SequenceStage, TupleStage, CoalesceStage, FunctionStage {
  /** Decides on one event of a type that the rule applies to. */
  void decide(KeyHistory history, Event event, Effects effects);

  /** Decides on a held event whose bound has passed; called for the queued one. */
  default void due(HeldEvent held, Effects effects) {
    throw new IllegalStateException(this + " holds nothing");
  }

  /** Returns the number of a history's slots that it uses. */
  int slots();

  /**
   * Returns the slot that counts the updates that the mirrors lack because of it; the next slot is
   * the time since when.
   */
  default int missingSlot() {
    return HistoryLayout.COUNTS_NOTHING;
  }

  /** Returns the longest time that it holds an event, ms; 0 if it holds none. */
  default long maxHoldMs() {
    return 0;
  }
}
