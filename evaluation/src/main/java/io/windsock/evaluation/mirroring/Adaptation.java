package io.windsock.evaluation.mirroring;

import io.windsock.contracts.call.MirroringCall;
import io.windsock.contracts.call.MirroringCall.Pin;
import io.windsock.contracts.call.MirroringCall.Release;
import io.windsock.contracts.call.MirroringCall.SetAdaptFunction;
import io.windsock.contracts.call.MirroringCall.SetMirror;
import io.windsock.contracts.call.MirroringCall.SetMonitorValues;
import io.windsock.contracts.call.MirroringCall.SetPolicy;
import io.windsock.evaluation.lab.Function;
import java.util.Arrays;
import java.util.List;

/** The settings of Figure 9: functions that stay in force, and policies that choose between two. */
enum Adaptation {
  /** The paper's first function, always. */
  NORMAL("normal"),
  /** Its second function, always. */
  BUSY("busy"),
  /** The paper's policy, between the two. */
  THRESHOLDS("thresholds"),
  /** Every event is mirrored, always. */
  SIMPLE("simple"),
  /** The paper's policy, between mirroring every event and its second function. */
  FROM_SIMPLE("thresholds, from simple"),
  /** The policy with a goal for the update delay, from mirroring every event. */
  OBJECTIVE("objective, from simple");

  private final String text;

  Adaptation(String text) {
    this.text = text;
  }

  private static List<MirroringCall> fixed(Function function) {
    return List.of(new SetPolicy(SetPolicy.OFF), new Pin(function.parameterName()));
  }

  /**
   * A burst shows in pending requests; an overload may show in events that wait at the topology.
   */
  private static List<MirroringCall> thresholds(Function base) {
    return List.of(
        new SetMirror(base.parameterName()),
        new SetAdaptFunction(Function.BUSY.parameterName()),
        new SetMonitorValues("ready", Goals.READY, Goals.READY / 2),
        new SetMonitorValues("backup", 0, 0),
        new SetMonitorValues("pending", Goals.PENDING, Goals.PENDING / 2),
        new SetPolicy(SetPolicy.THRESHOLDS, null, null, Goals.HOLD_MS),
        new Release());
  }

  private static List<MirroringCall> objective() {
    return List.of(
        new SetMirror(Function.SIMPLE.parameterName()),
        new SetAdaptFunction(Function.BUSY.parameterName()),
        new SetPolicy(SetPolicy.OBJECTIVE, Goals.DELAY_MS, Goals.STALENESS_MS, Goals.HOLD_MS),
        new Release());
  }

  /** The goals and thresholds of the policies. */
  static final class Goals {
    /** Primary threshold of events that wait at the topology; the secondary is half of it. */
    static final double READY = 5_000;

    /** Primary threshold of pending requests; the secondary is half of it. */
    static final double PENDING = 8;

    /** Goal for the update delay. */
    static final long DELAY_MS = 300;

    /** Limit of the mirrors' staleness. */
    static final long STALENESS_MS = 15_000;

    /** The least time between two changes. */
    static final long HOLD_MS = 1_000;

    private Goals() {}
  }

  static Adaptation of(String text) {
    return Arrays.stream(values())
        .filter(setting -> setting.text.equals(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no setting '" + text + "'"));
  }

  /** Returns the name in tables and figures. */
  String text() {
    return text;
  }

  /**
   * Returns the calls that put the setting in force.
   *
   * @param withoutEffect whether every setting mirrors every event and never adapts
   */
  List<MirroringCall> calls(boolean withoutEffect) {
    return switch (withoutEffect ? SIMPLE : this) {
      case NORMAL -> fixed(Function.NORMAL);
      case BUSY -> fixed(Function.BUSY);
      case THRESHOLDS -> thresholds(Function.NORMAL);
      case OBJECTIVE -> objective();
      case SIMPLE -> fixed(Function.SIMPLE);
      case FROM_SIMPLE -> thresholds(Function.SIMPLE);
    };
  }
}
