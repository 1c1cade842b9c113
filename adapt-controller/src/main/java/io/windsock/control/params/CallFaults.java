package io.windsock.control.params;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.rules.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Restates the faults of rules as faults of the call that edits them: a caller knows the call's
 * arguments, and not the rules that they become. Pure.
 */
final class CallFaults {
  /** The place of a fault in a rule: the rule's number and the property. */
  private static final Pattern PLACE = Pattern.compile("rules\\[([0-9]+)]\\.(.+)");

  /** The arguments by the properties that have another name in a rule. */
  private static final Map<String, String> ARGUMENTS =
      Map.of("maxHold", "maxHoldMs", "until.time", "untilMs", "ttl", "timeToLiveMs");

  private static final String NAME = "name";

  private CallFaults() {}

  /**
   * Returns the result of {@code work}.
   *
   * @param argument the argument at which to place every fault, with its call: {@code pin.function}
   */
  static <T> T at(String argument, Supplier<T> work) {
    try {
      return work.get();
    } catch (ConfigurationException e) {
      throw new ConfigurationException(
          e.faults().stream().map(fault -> new Fault(argument, fault.message())).toList());
    }
  }

  /**
   * Returns the faults of a function's rules as those of a call.
   *
   * @param call the call; for one that removes a rule, with the argument that names it
   * @param function the function's name
   * @param rules the rules after the call
   * @param edited the number of the rule that the call makes; −1 if it makes none
   */
  static ConfigurationException of(
      String call, String function, List<Rule> rules, int edited, ConfigurationException thrown) {
    List<Fault> faults = new ArrayList<>();
    for (Fault fault : thrown.faults()) {
      Matcher place = PLACE.matcher(fault.place());
      if (!place.matches()) {
        faults.add(new Fault(call, "function '" + function + "': " + fault.message()));
        continue;
      }
      int number = Integer.parseInt(place.group(1));
      String property = place.group(2);
      if (number != edited) {
        faults.add(other(call, function, rules.get(number), property, fault));
      } else if (!property.equals(NAME)) {
        String argument = ARGUMENTS.getOrDefault(property, property);
        faults.add(new Fault(call + "." + argument, fault.message()));
      }
    }
    // A rule is named after the call's types, so its name is at fault only where they are, too.
    return faults.isEmpty() ? thrown : new ConfigurationException(faults);
  }

  private static Fault other(
      String call, String function, Rule rule, String property, Fault fault) {
    return new Fault(
        call,
        "rule '%s' of function '%s' would no longer be valid; change or remove it first: %s: %s"
            .formatted(rule.name(), function, property, fault.message()));
  }
}
