package io.windsock.rules.config;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.wire.CoalescedUpdate;
import io.windsock.rules.Coalesce;
import io.windsock.rules.ComplexSequence;
import io.windsock.rules.ComplexTuple;
import io.windsock.rules.EventFunction;
import io.windsock.rules.EventFunctions;
import io.windsock.rules.FunctionRule;
import io.windsock.rules.Match;
import io.windsock.rules.Overwrite;
import io.windsock.rules.Rule;
import io.windsock.rules.condition.ConditionCompiler;
import io.windsock.rules.history.HistoryLayout;
import io.windsock.rules.history.KeyHistory;
import io.windsock.rules.stage.CoalesceStage;
import io.windsock.rules.stage.CompiledRules;
import io.windsock.rules.stage.DerivedEventMaker;
import io.windsock.rules.stage.FunctionStage;
import io.windsock.rules.stage.OverwriteStage;
import io.windsock.rules.stage.SequenceStage;
import io.windsock.rules.stage.Stage;
import io.windsock.rules.stage.Trigger;
import io.windsock.rules.stage.TupleStage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks rules against a catalogue and compiles them into stages; reports every fault. */
final class RuleCompiler {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  private final Catalogue catalogue;
  private final String prefix;
  private final List<Fault> faults = new ArrayList<>();
  private final List<Stage> stages = new ArrayList<>();
  private final List<Set<Integer>> rulesByType = new ArrayList<>();
  private final Set<EventType> derived = new HashSet<>();
  private final Map<EventType, ConditionCompiler> conditions = new HashMap<>();
  private final String forward;
  private int slots;

  /**
   * Creates a compiler for one rule set.
   *
   * @param prefix the prefix of the faults' places: {@code rules.yaml: rules}
   * @param forward the name of the forwarding function; empty: every event is forwarded
   */
  RuleCompiler(Catalogue catalogue, String prefix, String forward) {
    this.catalogue = catalogue;
    this.prefix = prefix;
    this.forward = forward;
    // The state's type follows those of the events.
    for (int i = 0; i <= catalogue.types().size(); i++) {
      rulesByType.add(new TreeSet<>());
    }
  }

  RuleSet compile(List<Rule> rules) {
    // A forwarding function's slots follow those of the rules, and it counts as one rule.
    int count = rules.size() + (forward.isEmpty() ? 0 : 1);
    if (count > KeyHistory.MAX_RULES) {
      throw ConfigurationException.of(prefix, count + " rules; at most " + KeyHistory.MAX_RULES);
    }
    checkNames(rules);
    checkOrder(rules);
    for (int i = 0; i < rules.size(); i++) {
      Stage stage = compile(rules.get(i), i);
      if (stage != null) {
        slots += stage.slots();
        stages.add(stage);
      }
    }
    FunctionStage forwarding = forward.isEmpty() ? null : function(forward, checks(rules.size()));
    if (!faults.isEmpty()) {
      throw new ConfigurationException(faults);
    }
    int[][] applicable = new int[rulesByType.size()][];
    for (int type = 0; type < applicable.length; type++) {
      applicable[type] = rulesByType.get(type).stream().mapToInt(Integer::intValue).toArray();
    }
    return new RuleSet(
        catalogue,
        rules,
        forward,
        new CompiledRules(catalogue, stages, applicable, forwarding, layout(rules, forwarding)));
  }

  private HistoryLayout layout(List<Rule> rules, @Nullable FunctionStage forwarding) {
    List<HistoryLayout.Entry> entries = new ArrayList<>();
    for (int i = 0; i < rules.size(); i++) {
      entries.add(entry(rules.get(i).identity(), stages.get(i)));
    }
    if (forwarding != null) {
      entries.add(entry(RuleSet.forwardingIdentity(forward), forwarding));
    }
    return new HistoryLayout(catalogue, entries);
  }

  private static HistoryLayout.Entry entry(String identity, Stage stage) {
    return new HistoryLayout.Entry(
        Fingerprint.ruleId(identity), stage.slots(), stage.missingSlot());
  }

  private RuleChecks checks(int index) {
    return new RuleChecks(
        catalogue,
        prefix + "[" + index + "]",
        faults,
        derived,
        type -> conditions.computeIfAbsent(type, ConditionCompiler::new));
  }

  private void checkNames(List<Rule> rules) {
    Map<String, Integer> places = new HashMap<>();
    Map<Integer, String> ids = new HashMap<>();
    for (int i = 0; i < rules.size(); i++) {
      RuleChecks checks = checks(i);
      String name = rules.get(i).name();
      checks.check(
          NAME.matcher(name).matches(),
          "name",
          "is '" + name + "'; it must be 1 to 64 letters, digits, dots, dashes or underscores");
      Integer other = places.putIfAbsent(name, i);
      checks.check(
          other == null, "name", "'" + name + "' is also the name of rules[" + other + "]");
      checkId(rules.get(i).identity(), name, other != null, ids, checks);
    }
    if (!forward.isEmpty()) {
      checkId(RuleSet.forwardingIdentity(forward), forward, false, ids, checks(rules.size()));
    }
  }

  private static void checkId(
      String identity, String name, boolean twice, Map<Integer, String> ids, RuleChecks checks) {
    String clash = ids.putIfAbsent(Fingerprint.ruleId(identity), name);
    checks.check(
        clash == null || twice,
        "name",
        "'" + name + "' and '" + clash + "' have one id in the log; rename one of them");
  }

  private void checkOrder(List<Rule> rules) {
    int first = -1;
    Map<String, Integer> coalesced = new HashMap<>();
    for (int i = 0; i < rules.size(); i++) {
      if (rules.get(i) instanceof Coalesce coalesce) {
        first = first < 0 ? i : first;
        checkCoalescedOnce(coalesce, i, coalesced);
      } else {
        checks(i)
            .check(
                first < 0,
                "rule",
                "comes after rules["
                    + first
                    + "], which coalesces; no rule sees into an update, so coalesce last");
      }
    }
  }

  private void checkCoalescedOnce(Coalesce rule, int index, Map<String, Integer> coalesced) {
    for (String type : new HashSet<>(rule.types())) {
      Integer other = coalesced.putIfAbsent(type, index);
      checks(index)
          .check(
              other == null,
              "types",
              type + " is coalesced by rules[" + other + "] already; name it once");
    }
  }

  private @Nullable Stage compile(Rule rule, int index) {
    if (rule instanceof Overwrite overwrite) {
      return overwrite(overwrite, index);
    }
    if (rule instanceof ComplexSequence sequence) {
      return sequence(sequence, index);
    }
    if (rule instanceof ComplexTuple tuple) {
      return tuple(tuple, index);
    }
    if (rule instanceof Coalesce coalesce) {
      return coalesce(coalesce, index);
    }
    return mirroring((FunctionRule) rule, index);
  }

  private @Nullable Stage mirroring(FunctionRule rule, int index) {
    for (EventType type : catalogue.types()) {
      if (type.stream() != null && type.supersedable()) {
        appliesTo(type, index);
      }
    }
    return function(rule.function(), checks(index));
  }

  private @Nullable FunctionStage function(String name, RuleChecks checks) {
    EventFunction function = EventFunctions.find(name);
    checks.check(function != null, "function", EventFunctions.missing(name));
    return function == null ? null : new FunctionStage(slots, function);
  }

  private @Nullable Stage sequence(ComplexSequence rule, int index) {
    RuleChecks checks = checks(index);
    EventType discard = checks.supersedable(rule.discard(), "discard");
    Trigger after = trigger(rule.after(), "after", checks);
    Match reset = rule.until().event();
    Trigger until = reset == null ? null : trigger(reset, "until", checks);
    Duration time = rule.until().time();
    checks.check(
        reset != null || time != null,
        "until",
        "is empty; name an event (type, when), a time or both");
    long untilMs = time == null ? SequenceStage.NO_TIME : checks.hold(time, "until.time");
    if (discard == null || after == null) {
      return null;
    }
    appliesTo(discard, index);
    appliesTo(after.type(), index);
    appliesTo(until == null ? null : until.type(), index);
    return new SequenceStage(slots, after, discard, until, untilMs);
  }

  private static @Nullable Trigger trigger(Match match, String property, RuleChecks checks) {
    EventType type = checks.event(match.type(), property + ".type");
    return type == null ? null : checks.trigger(type, match, property);
  }

  private @Nullable Stage tuple(ComplexTuple rule, int index) {
    RuleChecks checks = checks(index);
    TupleCompiler compiler = new TupleCompiler(rule, checks);
    List<Trigger> parts = compiler.parts();
    DerivedEventMaker made = compiler.derived(parts);
    long timeToLiveMs = checks.hold(rule.timeToLive(), "ttl");
    if (made == null) {
      return null;
    }
    parts.forEach(part -> appliesTo(part.type(), index));
    derived.add(made.type());
    return new TupleStage(index, parts, made, timeToLiveMs, rule.absorb());
  }

  private Stage overwrite(Overwrite rule, int index) {
    RuleChecks checks = checks(index);
    appliesTo(checks.supersedable(rule.type(), "type"), index);
    checks.range(rule.length(), 1, Overwrite.MAX_LENGTH, "length");
    Duration bound = rule.maxHold();
    long maxHoldMs = bound == null ? OverwriteStage.NO_HOLD : checks.hold(bound, "maxHold");
    return new OverwriteStage(index, slots, rule.mode(), rule.length(), maxHoldMs);
  }

  private Stage coalesce(Coalesce rule, int index) {
    RuleChecks checks = checks(index);
    List<String> types = rule.types();
    checks.check(!types.isEmpty(), "types", "lists no type");
    checks.check(
        new HashSet<>(types).size() == types.size(), "types", "names a type twice: " + types);
    for (int i = 0; i < types.size(); i++) {
      appliesTo(checks.event(types.get(i), "types[" + i + "]"), index);
    }
    checks.range(rule.max(), 2, Coalesce.MAX_EVENTS, "max");
    long maxHoldMs = checks.hold(rule.maxHold(), "maxHold");
    return new CoalesceStage(
        index, slots, rule.max(), maxHoldMs, catalogue.id(CoalescedUpdate.class));
  }

  private void appliesTo(@Nullable EventType type, int index) {
    if (type != null) {
      rulesByType.get(type.ordinal()).add(index);
    }
  }
}
