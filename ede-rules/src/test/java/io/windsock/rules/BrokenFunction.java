package io.windsock.rules;

/** Lacks a class that it needs. */
public final class BrokenFunction implements EventFunction {
  @Override
  public String name() {
    return "broken";
  }

  @Override
  public String explain() {
    return "breaks";
  }

  @Override
  public boolean sends(Input event, long[] memory) {
    throw new NoClassDefFoundError("of/another/Jar");
  }
}
