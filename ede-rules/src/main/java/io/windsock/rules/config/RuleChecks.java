package io.windsock.rules.config;

import io.windsock.contracts.config.Fault;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventType;
import io.windsock.rules.Durations;
import io.windsock.rules.Match;
import io.windsock.rules.condition.Condition;
import io.windsock.rules.condition.ConditionCompiler;
import io.windsock.rules.stage.Trigger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Checks the properties of one rule. Faults carry the property's place. */
final class RuleChecks {
  /** The longest time that any rule may withhold or remember an event. */
  static final Duration MAX_HOLD = Duration.ofHours(24);

  private final Catalogue catalogue;
  private final String place;
  private final List<Fault> faults;
  private final Set<EventType> derivedBefore;
  private final Function<EventType, ConditionCompiler> conditions;

  /**
   * Creates the checks for one rule.
   *
   * @param place the rule's place: {@code rules.yaml: rules[2]}
   * @param derivedBefore types that earlier rules derive
   * @param conditions the compiler for conditions on a type
   */
  RuleChecks(
      Catalogue catalogue,
      String place,
      List<Fault> faults,
      Set<EventType> derivedBefore,
      Function<EventType, ConditionCompiler> conditions) {
    this.catalogue = catalogue;
    this.place = place;
    this.faults = faults;
    this.derivedBefore = derivedBefore;
    this.conditions = conditions;
  }

  void check(boolean holds, String property, String message) {
    if (!holds) {
      faults.add(new Fault(place + "." + property, message));
    }
  }

  void range(int value, int least, int most, String property) {
    check(
        value >= least && value <= most,
        property,
        "is " + value + "; it must be " + least + " to " + most);
  }

  /** Returns the bound in ms; adds a fault and returns 1 if it is invalid. */
  long hold(Duration bound, String property) {
    boolean inRange =
        !bound.isNegative() && bound.toMillis() >= 1 && bound.compareTo(MAX_HOLD) <= 0;
    check(
        inRange,
        property,
        "is " + Durations.text(bound) + "; it must be 1ms to " + Durations.text(MAX_HOLD));
    return inRange ? bound.toMillis() : 1;
  }

  /** Returns a type that a stream carries or an earlier rule derives. */
  @Nullable EventType event(String name, String property) {
    EventType type = type(name, property, "an event type", any -> true);
    if (type == null || isSource(type) || derivedBefore.contains(type)) {
      return type;
    }
    check(
        false,
        property,
        "no rule before this one derives '" + name + "', and no stream carries it");
    return null;
  }

  /** Compiles the condition of {@code match} on events of {@code type}. */
  Trigger trigger(EventType type, Match match, String property) {
    String when = match.when();
    if (when == null) {
      return new Trigger(type, Condition.ALWAYS);
    }
    List<String> wrong = new ArrayList<>();
    Condition condition = conditions.apply(type).compile(when, wrong);
    wrong.forEach(fault -> check(false, property + ".when", fault));
    return new Trigger(type, condition);
  }

  /** Returns a type that a stream carries. */
  @Nullable EventType sourceEvent(String name, String property) {
    return type(name, property, "a source event, one that a stream carries", RuleChecks::isSource);
  }

  /** Returns a type that no stream carries, and that a rule can therefore derive. */
  @Nullable EventType derivedEvent(String name, String property) {
    return type(
        name, property, "a derived event, one without a stream", type -> type.stream() == null);
  }

  /** Returns a type that a stream carries and that may be superseded. */
  @Nullable EventType supersedable(String name, String property) {
    EventType type = sourceEvent(name, property);
    if (type != null && !type.supersedable()) {
      List<String> others = names(other -> isSource(other) && other.supersedable());
      check(
          false,
          property,
          name
              + " is essential, so no rule may discard it; name a type that the catalogue marks"
              + " 'supersede: allowed': "
              + others);
      return null;
    }
    return type;
  }

  private static boolean isSource(EventType type) {
    return type.stream() != null;
  }

  private @Nullable EventType type(
      String name, String property, String what, Predicate<EventType> fits) {
    EventType type = catalogue.find(name);
    List<String> fitting = names(fits);
    if (type == null || !fitting.contains(name)) {
      check(false, property, "'" + name + "' is not " + what + "; there are " + fitting);
      return null;
    }
    return type;
  }

  /** Returns the names of the domain's event types, without Windsock's own and the state. */
  private List<String> names(Predicate<EventType> fits) {
    List<String> names = new ArrayList<>();
    for (EventType type : catalogue.types()) {
      if (!type.isOwn() && fits.test(type)) {
        names.add(type.name());
      }
    }
    return names;
  }
}
