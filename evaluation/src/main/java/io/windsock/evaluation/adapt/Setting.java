package io.windsock.evaluation.adapt;

import io.windsock.contracts.call.Mirroring;
import io.windsock.contracts.call.MirroringCall.Pin;
import io.windsock.contracts.call.MirroringCall.Release;
import io.windsock.contracts.call.MirroringCall.SetMonitorValues;
import io.windsock.contracts.call.MirroringCall.SetPolicy;

/**
 * The settings the experiment compares: the paper's two functions, and two ways to choose by load.
 */
enum Setting {
  /** Always the function for low load. */
  NORMAL("normal") {
    @Override
    long install(Mirroring mirroring, Goals goals) {
      mirroring.make(new SetPolicy("off"));
      return mirroring.make(new Pin("normal")).epoch();
    }
  },
  /** Always the function for high load. */
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
  /** A target for the update delay. */
  OBJECTIVE("objective") {
    @Override
    long install(Mirroring mirroring, Goals goals) {
      mirroring.make(
          new SetPolicy("objective", goals.delayMs(), goals.stalenessMs(), goals.holdMs()));
      return mirroring.make(new Release()).epoch();
    }
  };

  /**
   * The targets of the adaptive settings.
   *
   * @param pending primary threshold of pending requests; the secondary is half of it
   * @param delayMs target update delay
   * @param stalenessMs maximum staleness
   * @param holdMs minimum time between two changes
   */
  record Goals(int pending, long delayMs, long stalenessMs, long holdMs) {}

  private final String text;

  Setting(String text) {
    this.text = text;
  }

  /** Returns the setting's name in tables and files. */
  String text() {
    return text;
  }

  /** Puts the setting in force; returns the epoch from which it is. */
  abstract long install(Mirroring mirroring, Goals goals);
}
