package io.windsock.rules;

/** Fails on every event. */
public final class FailingFunction implements EventFunction {
  @Override
  public String name() {
    return "failing";
  }

  @Override
  public String explain() {
    return "fails";
  }

  @Override
  public boolean sends(Input event, long[] memory) {
    throw new IllegalStateException("on purpose");
  }
}
