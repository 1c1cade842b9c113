package io.windsock.evaluation.adapt;

import io.windsock.contracts.call.Mirroring;
import io.windsock.contracts.call.MirroringCall.Pin;
import io.windsock.contracts.call.MirroringCall.Release;
import io.windsock.contracts.call.MirroringCall.SetMonitorValues;
import io.windsock.contracts.call.MirroringCall.SetPolicy;

/** What the experiment compares; the paper's two functions, and two ways to choose by load. */
enum Setting {
  /** The function for low load, whatever happens. */
  NORMAL("normal") {
    @Override
    long install(Mirroring mirroring, Goals goals) {
      mirroring.make(new SetPolicy("off"));
      return mirroring.make(new Pin("normal")).epoch();
    }
  },
  /** The function for high load, whatever happens. */
  BUSY("busy") {
    @Override
    long install(Mirroring mirroring, Goals goals) {
      mirroring.make(new SetPolicy("off"));
      return mirroring.make(new Pin("busy")).epoch();
    }
  },
  /** The paper's policy. */
  THRESHOLDS("thresholds") {
    @Override
    long install(Mirroring mirroring, Goals goals) {
      mirroring.make(new SetMonitorValues("pending", goals.pending(), goals.pending() / 2.0));
      mirroring.make(new SetPolicy("thresholds", null, null, goals.holdMs()));
      return mirroring.make(new Release()).epoch();
    }
  },
  /** A goal for the update delay. */
  OBJECTIVE("objective") {
    @Override
    long install(Mirroring mirroring, Goals goals) {
      mirroring.make(
          new SetPolicy("objective", goals.delayMs(), goals.stalenessMs(), goals.holdMs()));
      return mirroring.make(new Release()).epoch();
    }
  };

  /**
   * What the adaptive settings aim at.
   *
   * @param pending primary threshold of pending requests; half of it is the secondary
   * @param delayMs update delay to hold
   * @param stalenessMs the most staleness
   * @param holdMs the least time between two changes
   */
  record Goals(int pending, long delayMs, long stalenessMs, long holdMs) {}

  private final String text;

  Setting(String text) {
    this.text = text;
  }

  /** Its name in tables and files. */
  String text() {
    return text;
  }

  /** Puts it in force; answers the epoch from which it is. */
  abstract long install(Mirroring mirroring, Goals goals);
}
