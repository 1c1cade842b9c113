package io.windsock.system;

import io.windsock.rules.EventFunction;

/** A custom function: sends each key's first of two. */
public final class EveryOther implements EventFunction {
  @Override
  public String name() {
    return "every-other";
  }

  @Override
  public String explain() {
    return "sends every other event";
  }

  @Override
  public int numbers() {
    return 1;
  }

  @Override
  public boolean sends(Input event, long[] memory) {
    memory[0] = 1 - memory[0];
    return memory[0] == 1;
  }
}
