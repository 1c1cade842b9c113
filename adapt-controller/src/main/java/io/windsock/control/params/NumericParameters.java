package io.windsock.control.params;

import io.windsock.contracts.call.AdjustedParameter;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.wire.FunctionSettings;
import io.windsock.contracts.wire.Parameters;
import io.windsock.rules.Rule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The numeric parameters: those of the policy, and those of the function in force as named by
 * {@link AdjustedParameter}. Durations are in seconds. Pure.
 */
public final class NumericParameters {
  private static final double MS_PER_SECOND = 1000;

  private NumericParameters() {}

  /**
   * Returns all of them by name. An unknown function has only its checkpoint frequency.
   *
   * @param catalogue the catalogue to read the rules with
   */
  public static Map<String, Double> of(Parameters parameters, Catalogue catalogue) {
    Map<String, Double> numbers = new LinkedHashMap<>();
    numbers.put("level", parameters.getLevel());
    numbers.put("updateDelayGoal", parameters.getUpdateDelayGoalMs() / MS_PER_SECOND);
    numbers.put("stalenessLimit", parameters.getStalenessLimitMs() / MS_PER_SECOND);
    numbers.put("hold", parameters.getHoldMs() / MS_PER_SECOND);
    FunctionSettings function = parameters.getInForce();
    numbers.put(
        AdjustedParameter.CHECKPOINT_EVERY.toString(), (double) function.getCheckpointEvery());
    try {
      rules(numbers, new FunctionEdits(catalogue).rules(function).rules());
    } catch (ConfigurationException | IllegalArgumentException e) {
      // The writer had a class that is not on this class path; the controller reports it.
    }
    return numbers;
  }

  private static void rules(Map<String, Double> numbers, List<Rule> rules) {
    int number = FunctionEdits.coalesced(rules);
    numbers.put(
        AdjustedParameter.OVERWRITE_LENGTH.toString(), (double) FunctionEdits.overwritten(rules));
    numbers.put(AdjustedParameter.COALESCE.toString(), number > 1 ? 1.0 : 0.0);
    numbers.put(AdjustedParameter.COALESCE_NUMBER.toString(), (double) number);
    numbers.put("maxHold", FunctionEdits.maxHoldMs(rules) / MS_PER_SECOND);
  }
}
