package io.windsock.evaluation.lab;

import io.windsock.rules.EventFunction;

/** A mirroring function that sends nothing, for comparing with a system that has no mirrors. */
public final class MirrorsNothing implements EventFunction {
  static final String NAME = "mirrors-nothing";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String explain() {
    return "mirrors no event that may be superseded, for experiments";
  }

  @Override
  public boolean sends(Input event, long[] memory) {
    return false;
  }
}
