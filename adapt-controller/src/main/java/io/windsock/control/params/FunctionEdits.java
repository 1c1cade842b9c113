package io.windsock.control.params;

import io.windsock.contracts.call.AdjustedParameter;
import io.windsock.contracts.call.MirroringCall;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.wire.FunctionSettings;
import io.windsock.rules.Coalesce;
import io.windsock.rules.ComplexSequence;
import io.windsock.rules.ComplexTuple;
import io.windsock.rules.FunctionRule;
import io.windsock.rules.Match;
import io.windsock.rules.Overwrite;
import io.windsock.rules.Rule;
import io.windsock.rules.condition.ConditionCompiler;
import io.windsock.rules.config.RuleSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Edits of one mirroring function; each returns a new function. Pure; throws a {@link
 * ConfigurationException} for a function with invalid rules.
 */
final class FunctionEdits {
  private static final String COALESCED = "coalesced";
  private static final String REMOVED = "remove-rule.name";

  private final Catalogue catalogue;

  FunctionEdits(Catalogue catalogue) {
    this.catalogue = catalogue;
  }

  /** Returns the rules of a function, validated. */
  RuleSet rules(FunctionSettings function) {
    return RuleSet.parse(function.getRules(), "function '" + function.getName() + "'", catalogue)
        .forwardedBy(function.getForward());
  }

  private FunctionSettings with(FunctionSettings function, List<Rule> rules) {
    String text = RuleSet.of(catalogue, rules).text();
    return FunctionSettings.newBuilder(function).setRules(text).build();
  }

  /** Returns the rules of a function, in order. */
  List<Rule> ruleList(FunctionSettings function) {
    return new ArrayList<>(
        RuleSet.parse(function.getRules(), "function '" + function.getName() + "'", catalogue)
            .rules());
  }

  FunctionSettings checkpointEvery(FunctionSettings function, int every) {
    return FunctionSettings.newBuilder(function).setCheckpointEvery(every).build();
  }

  FunctionSettings forward(FunctionSettings function, String forward) {
    FunctionSettings next = FunctionSettings.newBuilder(function).setForward(forward).build();
    return CallFaults.at(
        "set-fwd.function",
        () -> {
          rules(next);
          return next;
        });
  }

  /** Returns a function as a caller defines it, validated. */
  FunctionSettings defined(FunctionSettings function) {
    RuleSet rules = RuleSet.parse(function.getRules(), "set-function.rules", catalogue);
    CallFaults.at("set-function.forward", () -> rules.forwardedBy(function.getForward()));
    return function;
  }

  FunctionSettings coalesce(FunctionSettings function, boolean on, int number) {
    List<Rule> rules = ruleList(function);
    List<Rule> others = new ArrayList<>(rules);
    others.removeIf(Coalesce.class::isInstance);
    if (!on) {
      return with(function, others);
    }
    boolean coalesced = others.size() < rules.size();
    for (Rule rule : rules) {
      if (rule instanceof Coalesce before) {
        others.add(new Coalesce(before.name(), before.types(), number, before.maxHold()));
      }
    }
    if (!coalesced) {
      others.add(coalesceAll(catalogue, number, Coalesce.DEFAULT_MAX_HOLD));
    }
    return with(function, others);
  }

  /** Returns a rule that coalesces every type of source event. */
  static Coalesce coalesceAll(Catalogue catalogue, int number, Duration maxHold) {
    List<String> types = names(catalogue, type -> type.stream() != null);
    return new Coalesce(COALESCED, types, number, maxHold);
  }

  /** Returns the types that may be superseded. */
  List<String> supersedable() {
    return names(catalogue, type -> type.stream() != null && type.supersedable());
  }

  private static List<String> names(Catalogue catalogue, Predicate<EventType> fits) {
    return catalogue.types().stream().filter(fits).map(EventType::name).toList();
  }

  FunctionSettings overwrite(
      FunctionSettings function,
      String type,
      int length,
      Overwrite.Mode mode,
      @Nullable Duration maxHold) {
    List<Rule> rules = ruleList(function);
    Overwrite before = null;
    for (Rule rule : rules) {
      if (rule instanceof Overwrite overwrite && overwrite.type().equals(type)) {
        before = overwrite;
      }
    }
    Duration kept = before != null && before.mode() == mode ? before.maxHold() : null;
    Duration hold = maxHold == null ? kept : maxHold;
    String name = before == null ? RuleOrder.freeName("overwrite-" + type, rules) : before.name();
    var rule = new Overwrite(name, type, mode, length, hold);
    return put("set-overwrite", function, rules, before, rule);
  }

  /**
   * Adds a sequence rule, or updates the rule with the same start and discarded type. An updated
   * rule keeps its name, its place and the event that ends it. The condition is kept as last
   * written.
   */
  FunctionSettings sequence(
      FunctionSettings function, Match after, String discard, Duration until) {
    List<Rule> rules = ruleList(function);
    for (Rule rule : rules) {
      if (rule instanceof ComplexSequence before
          && normal(before.after()).equals(normal(after))
          && before.discard().equals(discard)) {
        var ends = new ComplexSequence.Until(before.until().event(), until);
        var updated = new ComplexSequence(before.name(), after, discard, ends);
        return put("set-complex-seq", function, rules, before, updated);
      }
    }
    String name = RuleOrder.freeName("sequence-" + after.type() + "-" + discard, rules);
    var ends = ComplexSequence.Until.time(until);
    var rule = new ComplexSequence(name, after, discard, ends);
    return put("set-complex-seq", function, rules, null, rule);
  }

  /**
   * Adds a tuple rule, or updates the rule with the same events and derived type. An updated rule
   * keeps its name and its place.
   *
   * @param wanted the rule, with the preferred name if it is added
   */
  FunctionSettings tuple(FunctionSettings function, ComplexTuple wanted) {
    List<Rule> rules = ruleList(function);
    for (Rule rule : rules) {
      if (rule instanceof ComplexTuple before
          && before.derive().equals(wanted.derive())
          && before.parts().size() == wanted.parts().size()
          && matches(before).equals(matches(wanted))) {
        return put("set-complex-tuple", function, rules, before, named(wanted, before.name()));
      }
    }
    ComplexTuple rule = named(wanted, RuleOrder.freeName(wanted.name(), rules));
    return put("set-complex-tuple", function, rules, null, rule);
  }

  /** Returns the events of a tuple, regardless of their order and names. */
  private Set<Match> matches(ComplexTuple tuple) {
    Set<Match> matches = new HashSet<>();
    tuple.parts().forEach(part -> matches.add(normal(part.match())));
    return matches;
  }

  /** Returns the match with its condition in a normal form. */
  private Match normal(Match match) {
    EventType type = catalogue.find(match.type());
    String when = match.when();
    return type == null || when == null
        ? match
        : new Match(type.name(), new ConditionCompiler(type).normal(when));
  }

  private static ComplexTuple named(ComplexTuple rule, String name) {
    return new ComplexTuple(
        name, rule.parts(), rule.derive(), rule.fields(), rule.timeToLive(), rule.absorb());
  }

  /** Returns the function without the named rule. */
  FunctionSettings without(FunctionSettings function, String name) {
    List<Rule> rules = ruleList(function);
    if (!rules.removeIf(rule -> rule.name().equals(name))) {
      throw ConfigurationException.of(
          REMOVED,
          "function '%s' has no rule '%s'; its rules are %s"
              .formatted(function.getName(), name, rules.stream().map(Rule::name).toList()));
    }
    return with(REMOVED, function, rules, -1);
  }

  /** Puts a rule of a call in another's place, or at the position where it takes effect. */
  private FunctionSettings put(
      String call, FunctionSettings function, List<Rule> rules, @Nullable Rule before, Rule rule) {
    int place = before == null ? RuleOrder.place(rule, rules) : rules.indexOf(before);
    if (before == null) {
      rules.add(place, rule);
    } else {
      rules.set(place, rule);
    }
    return with(call, function, rules, place);
  }

  /** Returns the function with rules that a call has edited; faults name the call's arguments. */
  private FunctionSettings with(
      String call, FunctionSettings function, List<Rule> rules, int edited) {
    try {
      return with(function, rules);
    } catch (ConfigurationException e) {
      throw CallFaults.of(call, function.getName(), rules, edited, e);
    }
  }

  /** Returns a function that an {@code EventFunction} carries out. */
  FunctionSettings written(String name, FunctionSettings like) {
    return with(
        FunctionSettings.newBuilder(like).setName(name).build(),
        List.of(new FunctionRule(name, name)));
  }

  /** Returns the function with lengths and numbers multiplied, within their ranges. */
  FunctionSettings scaled(FunctionSettings function, AdjustedParameter parameter, double factor) {
    if (parameter == AdjustedParameter.CHECKPOINT_EVERY) {
      return checkpointEvery(
          function,
          scaled(function.getCheckpointEvery(), factor, 1, MirroringCall.MAX_CHECKPOINT_EVERY));
    }
    return with(
        function,
        ruleList(function).stream().map(rule -> scaled(rule, parameter, factor)).toList());
  }

  private static Rule scaled(Rule rule, AdjustedParameter parameter, double factor) {
    if (rule instanceof Overwrite o && parameter == AdjustedParameter.OVERWRITE_LENGTH) {
      int length = scaled(o.length(), factor, 1, Overwrite.MAX_LENGTH);
      return new Overwrite(o.name(), o.type(), o.mode(), length, o.maxHold());
    }
    if (rule instanceof Coalesce c && parameter == AdjustedParameter.COALESCE_NUMBER) {
      int max = scaled(c.max(), factor, 2, Coalesce.MAX_EVENTS);
      return new Coalesce(c.name(), c.types(), max, c.maxHold());
    }
    return rule;
  }

  /** Returns the function with its maximum holds multiplied, 1 ms at least. */
  FunctionSettings held(FunctionSettings function, double factor) {
    return with(function, ruleList(function).stream().map(rule -> held(rule, factor)).toList());
  }

  private static Rule held(Rule rule, double factor) {
    Duration hold = maxHold(rule);
    if (hold == null) {
      return rule;
    }
    Duration next = Duration.ofMillis(Math.max(1, Math.round(hold.toMillis() * factor)));
    return rule instanceof Coalesce c
        ? new Coalesce(c.name(), c.types(), c.max(), next)
        : ((Overwrite) rule).withMaxHold(next);
  }

  /** Returns how long a rule may withhold an event; null if it withholds none. */
  private static @Nullable Duration maxHold(Rule rule) {
    if (rule instanceof Overwrite overwrite) {
      return overwrite.maxHold();
    }
    return rule instanceof Coalesce coalesce ? coalesce.maxHold() : null;
  }

  /** Returns the length of the longest sequence that the rules overwrite; at least 1. */
  static int overwritten(List<Rule> rules) {
    return most(rules, rule -> rule instanceof Overwrite overwrite ? overwrite.length() : 1);
  }

  /** Returns the highest number of events that the rules coalesce; at least 1. */
  static int coalesced(List<Rule> rules) {
    return most(rules, rule -> rule instanceof Coalesce coalesce ? coalesce.max() : 1);
  }

  private static int most(List<Rule> rules, ToIntFunction<Rule> value) {
    return rules.stream().mapToInt(value).max().orElse(1);
  }

  /**
   * Returns the longest time for which the rules withhold an event, ms; 0 if they withhold none.
   */
  static long maxHoldMs(List<Rule> rules) {
    return rules.stream()
        .map(FunctionEdits::maxHold)
        .mapToLong(hold -> hold == null ? 0 : hold.toMillis())
        .max()
        .orElse(0);
  }

  private static int scaled(int value, double factor, int least, int most) {
    return (int) Math.max(least, Math.min(most, Math.round(value * factor)));
  }
}
