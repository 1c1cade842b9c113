package io.windsock.gateway.core;

import java.util.ArrayList;
import java.util.List;

/** A process of a simulation: it has a clock of its own, and may be paused or down. */
class SimProcess {
  /** How far the rates of two clocks are apart at most: far more than those of real ones. */
  private static final double DRIFT = 0.04;

  final String name;
  final Simulation simulation;
  private final long clockOffsetNs;
  private final double clockRate;
  private final List<Runnable> inbox = new ArrayList<>();
  private boolean up = true;
  private boolean paused;

  SimProcess(String name, Simulation simulation) {
    this.name = name;
    this.simulation = simulation;
    this.clockOffsetNs = simulation.random.nextLong(-1L << 50, 1L << 50);
    this.clockRate = 1 + (simulation.random.nextDouble() - 0.5) * DRIFT;
  }

  /** The time as this process sees it. */
  final long clockNs() {
    return clockOffsetNs + (long) (simulation.nowNs() * clockRate);
  }

  final boolean isUp() {
    return up;
  }

  final boolean isPaused() {
    return paused;
  }

  /** Runs an action in this process: later if it is paused, never if it is down. */
  final void run(Runnable action) {
    if (up && paused) {
      inbox.add(action);
    } else if (up) {
      action.run();
    }
  }

  /** Runs an action in this process after a time by its clock, unless it crashes before. */
  final void later(long afterNs, Runnable action) {
    simulation.after((long) (afterNs / clockRate), () -> run(action));
  }

  void crash() {
    up = false;
    paused = false;
    inbox.clear();
  }

  void restart() {
    up = true;
  }

  final void pause() {
    paused = up;
  }

  /** What arrived meanwhile is handled at once, in order. */
  final void resume() {
    paused = false;
    List<Runnable> waiting = List.copyOf(inbox);
    inbox.clear();
    waiting.forEach(this::run);
  }
}
