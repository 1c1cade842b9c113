package io.windsock.rules;

/**
 * Lets an {@link EventFunction} decide which events are forwarded (the paper, Table 1, {@code
 * set_fwd}). Not a rule of the mirroring function: no event meets it on its way to the mirrors.
 *
 * @param function the function's name
 */
record Forwarding(String function) implements Rule {
  /** No rule of a file can have this name. */
  static final String NAME = "(forward)";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String explain() {
    return "forward what the function '" + function + "' lets through" + Function.tells(function);
  }

  @Override
  public String identity() {
    return "forward " + function;
  }
}
