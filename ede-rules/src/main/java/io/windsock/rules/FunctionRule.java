package io.windsock.rules;

/**
 * Lets an {@link EventFunction} decide which events are mirrored (the paper, Table 1, {@code
 * set_mirror}).
 *
 * @param name unique in its rule set
 * @param function the function's name
 */
public record FunctionRule(String name, String function) implements Rule {
  @Override
  public String explain() {
    return "send what the function '" + function + "' lets through" + explain(function);
  }

  private static String explain(String function) {
    EventFunction found = EventFunctions.find(function);
    return found == null ? "" : ": " + found.explain();
  }

  @Override
  public String identity() {
    return "function " + name + " " + EventFunctions.identity(function);
  }
}
