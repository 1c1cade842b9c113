package io.windsock.control.params;

import io.windsock.contracts.call.AdjustedParameter;
import io.windsock.contracts.call.MirroringCall.SetPolicy;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.wire.Adjustment;
import io.windsock.contracts.wire.FunctionSettings;
import io.windsock.contracts.wire.Parameters;
import io.windsock.rules.Coalesce;
import io.windsock.rules.Rule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The function that the topology carries out. It is the pinned function, if any; while adapted, the
 * installed function or the base with its adjustments; at an intermediate level of the objective
 * policy, a function between the base and the high-load one; otherwise the base. Pure.
 */
final class InForce {
  /** The starting point for hold times if the base function withholds nothing, ms. */
  private static final long MIN_HOLD_MS = 100;

  private final FunctionEdits edits;

  InForce(FunctionEdits edits) {
    this.edits = edits;
  }

  FunctionSettings of(Parameters parameters) {
    FunctionSettings base = named(parameters, parameters.getBase());
    if (!parameters.getPinned().isEmpty()) {
      return named(parameters, parameters.getPinned());
    }
    double level = parameters.getLevel();
    if (level <= 0) {
      return base;
    }
    boolean between = parameters.getPolicy().equals(SetPolicy.OBJECTIVE) && level < 1;
    if (parameters.getInstall().isEmpty()) {
      return adjusted(parameters, base, level);
    }
    FunctionSettings high = named(parameters, parameters.getInstall());
    return between ? between(base, high, level) : high;
  }

  /** Returns the function with this name. */
  static FunctionSettings named(Parameters parameters, String name) {
    FunctionSettings found = find(parameters, name);
    if (found == null) {
      throw ConfigurationException.of(
          "function",
          "'" + name + "' is not a mirroring function; the functions are " + names(parameters));
    }
    return found;
  }

  /** Returns the names of all functions. */
  static List<String> names(Parameters parameters) {
    return parameters.getFunctions().stream().map(FunctionSettings::getName).toList();
  }

  static @Nullable FunctionSettings find(Parameters parameters, String name) {
    return parameters.getFunctions().stream()
        .filter(function -> function.getName().equals(name))
        .findFirst()
        .orElse(null);
  }

  private FunctionSettings adjusted(Parameters parameters, FunctionSettings base, double level) {
    FunctionSettings function = base;
    List<Adjustment> adjustments = new ArrayList<>(parameters.getAdjustments());
    // Coalescing is turned on before its number is scaled, in whatever order they were set.
    adjustments.sort(Comparator.comparing(InForce::parameterOf));
    for (Adjustment adjustment : adjustments) {
      AdjustedParameter parameter = parameterOf(adjustment);
      int percent = adjustment.getPercent();
      function =
          parameter == AdjustedParameter.COALESCE
              ? edits.coalesce(function, percent > 0, number(base))
              : edits.scaled(function, parameter, Math.pow(1 + percent / 100.0, level));
    }
    return renamed(function, base.getName() + " adjusted" + percent(level));
  }

  private static AdjustedParameter parameterOf(Adjustment adjustment) {
    return AdjustedParameter.of(adjustment.getParameter());
  }

  private int number(FunctionSettings function) {
    return edits.rules(function).rules().stream()
        .filter(Coalesce.class::isInstance)
        .map(rule -> ((Coalesce) rule).max())
        .findFirst()
        .orElse(ParameterEdits.DEFAULT_NUMBER);
  }

  private static String percent(double level) {
    return level >= 1 ? "" : String.format(Locale.ROOT, " %.0f %%", 100 * level);
  }

  private static FunctionSettings renamed(FunctionSettings function, String name) {
    return FunctionSettings.newBuilder(function).setName(name).build();
  }

  /**
   * Returns the high-load function's rules with lengths, numbers, bounds and checkpoints
   * interpolated geometrically from the base's: halfway from 10 to 1,000 is 100.
   */
  private FunctionSettings between(FunctionSettings base, FunctionSettings high, double level) {
    double lengths = ratio(length(base), length(high), level);
    FunctionSettings function = edits.scaled(high, AdjustedParameter.OVERWRITE_LENGTH, lengths);
    function = edits.scaled(function, AdjustedParameter.COALESCE_NUMBER, lengths);
    function = edits.held(function, ratio((double) holdMs(base), (double) holdMs(high), level));
    double checkpoints = ratio(base.getCheckpointEvery(), high.getCheckpointEvery(), level);
    function = edits.scaled(function, AdjustedParameter.CHECKPOINT_EVERY, checkpoints);
    return renamed(function, base.getName() + "–" + high.getName() + percent(level));
  }

  /** Returns the factor that takes {@code high} to {@code level} between the two. */
  private static double ratio(double low, double high, double level) {
    return Math.pow(low / high, 1 - level);
  }

  /** Returns how many events become one: the longest overwritten sequence or coalesced update. */
  private int length(FunctionSettings function) {
    List<Rule> rules = edits.rules(function).rules();
    return Math.max(FunctionEdits.overwritten(rules), FunctionEdits.coalesced(rules));
  }

  /** Returns how long events are withheld at most, ms. */
  private long holdMs(FunctionSettings function) {
    return Math.max(MIN_HOLD_MS, FunctionEdits.maxHoldMs(edits.rules(function).rules()));
  }
}
