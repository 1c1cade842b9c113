package io.windsock.rules;

/** Sends each key's first event of three: remembers how many of a run it has seen. */
public final class EveryThird implements EventFunction {
  @Override
  public String name() {
    return "every-third";
  }

  @Override
  public String explain() {
    return "sends every third";
  }

  @Override
  public int numbers() {
    return 1;
  }

  @Override
  public boolean sends(Input event, long[] memory) {
    long seen = memory[0];
    memory[0] = (seen + 1) % 3;
    return seen == 0;
  }
}
