package io.windsock.evaluation.serving;

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

/** The settings of the trade-off: functions in force all the time, and policies. */
enum Choice {
  SIMPLE("simple"),
  OF_2("of 2"),
  OF_5("of 5"),
  OF_10("of 10"),
  OF_20("of 20"),
  OF_50("of 50"),
  THRESHOLDS("thresholds"),
  OBJECTIVE("objective");

  private static final double READY = 5_000;
  private static final long GOAL_MS = 300;
  private static final long STALENESS_MS = 15_000;
  private static final long HOLD_MS = 1_000;

  private final String text;

  Choice(String text) {
    this.text = text;
  }

  static Choice of(String text) {
    return Arrays.stream(values())
        .filter(choice -> choice.text.equals(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no choice '" + text + "'"));
  }

  String text() {
    return text;
  }

  /** Whether one function is in force all the time. */
  boolean isFunction() {
    return compareTo(THRESHOLDS) < 0;
  }

  /**
   * Returns the calls that put the choice in force.
   *
   * @param withoutEffect whether every choice mirrors every event and never adapts
   */
  List<MirroringCall> calls(boolean withoutEffect) {
    return switch (withoutEffect ? SIMPLE : this) {
      case SIMPLE -> fixed(Function.SIMPLE);
      case OF_2 -> fixed(Function.LATEST_OF_2);
      case OF_5 -> fixed(Function.LATEST_OF_5);
      case OF_10 -> fixed(Function.SELECTIVE);
      case OF_20 -> fixed(Function.BUSY);
      case OF_50 -> fixed(Function.LATEST_OF_50);
      case THRESHOLDS -> thresholds();
      case OBJECTIVE -> objective();
    };
  }

  private static List<MirroringCall> fixed(Function function) {
    return List.of(new SetPolicy(SetPolicy.OFF), new Pin(function.parameterName()));
  }

  private static List<MirroringCall> thresholds() {
    return List.of(
        new SetMirror(Function.SIMPLE.parameterName()),
        new SetAdaptFunction(Function.BUSY.parameterName()),
        new SetMonitorValues("ready", READY, READY / 2),
        new SetMonitorValues("backup", 0, 0),
        new SetMonitorValues("pending", 0, 0),
        new SetPolicy(SetPolicy.THRESHOLDS, null, null, HOLD_MS),
        new Release());
  }

  private static List<MirroringCall> objective() {
    return List.of(
        new SetMirror(Function.SIMPLE.parameterName()),
        new SetAdaptFunction(Function.BUSY.parameterName()),
        new SetPolicy(SetPolicy.OBJECTIVE, GOAL_MS, STALENESS_MS, HOLD_MS),
        new Release());
  }
}
