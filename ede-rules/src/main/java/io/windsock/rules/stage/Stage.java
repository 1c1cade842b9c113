package io.windsock.rules.stage;

import io.windsock.rules.history.Event;
import io.windsock.rules.history.HeldEvent;
import io.windsock.rules.history.HistoryLayout;
import io.windsock.rules.history.KeyHistory;

/**
 * A rule compiled for a catalogue. Immutable and shared by all threads; what it knows of a key is
 * in that key's history, of which it writes its own slots alone.
 */
public sealed interface Stage
    permits OverwriteStage, SequenceStage, TupleStage, CoalesceStage, FunctionStage {
  /** Decides on one event of a type that the rule applies to. */
  void decide(KeyHistory history, Event event, Effects effects);

  /** Decides on an event that it has held for as long as it may; called for the queued one. */
  default void due(HeldEvent held, Effects effects) {
    throw new IllegalStateException(this + " holds nothing");
  }

  /** How many slots of a history it uses. */
  int slots();

  /**
   * Which of its slots counts the updates that the mirrors are missing because of it; the next one
   * says since when.
   */
  default int missingSlot() {
    return HistoryLayout.COUNTS_NOTHING;
  }

  /** The longest that it holds an event, ms; 0 if it holds none. */
  default long maxHoldMs() {
    return 0;
  }
}
