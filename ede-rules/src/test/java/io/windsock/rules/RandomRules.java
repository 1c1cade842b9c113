package io.windsock.rules;

import io.windsock.rules.ComplexSequence.Until;
import io.windsock.rules.config.RuleSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.Tuple;

/** Random rule sets and random sequences of events, for properties. */
final class RandomRules {
  private RandomRules() {}

  /**
   * One event.
   *
   * @param waitMs how long after the one before it is received
   * @param ageMs how much older than its receiving its event time is
   */
  record Step(int key, Kind kind, long waitMs, long ageMs) {
    byte[] event(int number, long nowMs) {
      // The number makes each event's bytes its own.
      long time = 10_000_000 + nowMs - ageMs;
      return switch (kind) {
        case POSITION -> AirlineEvents.position(time, "#" + number);
        case BOARDING -> AirlineEvents.boarding(time, number);
        default -> AirlineEvents.status(time, kind.name(), "#" + number);
      };
    }
  }

  enum Kind {
    POSITION,
    BOARDING,
    SCHEDULED,
    OUT,
    LANDED,
    AT_RUNWAY,
    AT_GATE
  }

  static Arbitrary<List<Step>> steps() {
    Arbitrary<Kind> kinds =
        Arbitraries.frequencyOf(
            Tuple.of(3, Arbitraries.just(Kind.POSITION)),
            Tuple.of(4, Arbitraries.of(Kind.LANDED, Kind.AT_RUNWAY, Kind.AT_GATE)),
            Tuple.of(2, Arbitraries.of(Kind.class)));
    return Combinators.combine(
            Arbitraries.of(0, 0, 1, 2),
            kinds,
            Arbitraries.longs().between(0, 800),
            Arbitraries.longs().between(0, 2000))
        .as(Step::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(80)
        .withSizeDistribution(RandomDistribution.uniform());
  }

  /** Up to four rules in any order, and perhaps one that coalesces at the end. */
  static Arbitrary<RuleSet> ruleSets() {
    Arbitrary<List<Rule>> rules =
        Arbitraries.oneOf(overwrites(), sequences(), tuples())
            .list()
            .ofMaxSize(4)
            .uniqueElements(Rule::name);
    return Combinators.combine(rules, coalesces().injectNull(0.5)).as(RandomRules::ruleSet);
  }

  private static RuleSet ruleSet(List<Rule> rules, Coalesce last) {
    List<Rule> all = new ArrayList<>(rules);
    if (last != null) {
      // What no rule derives can't be coalesced.
      boolean derives = rules.stream().anyMatch(rule -> rule instanceof ComplexTuple);
      List<String> types = new ArrayList<>(last.types());
      types.removeIf(type -> type.equals("FlightArrived") && !derives);
      all.add(new Coalesce(last.name(), types, last.max(), last.maxHold()));
    }
    return RuleSet.of(AirlineEvents.CATALOGUE, all);
  }

  static Arbitrary<Rule> overwrites() {
    return Combinators.combine(
            Arbitraries.of("over-a", "over-b"),
            Arbitraries.of(Overwrite.Mode.class),
            Arbitraries.integers().between(1, 6),
            holds().injectNull(0.3))
        .as(
            (name, mode, length, hold) ->
                new Overwrite(name, "FlightPosition", mode, length, hold));
  }

  private static Arbitrary<Duration> holds() {
    return Arbitraries.longs().between(1, 4000).map(Duration::ofMillis);
  }

  private static Arbitrary<Duration> timesToLive() {
    return Arbitraries.longs().between(1000, 20_000).map(Duration::ofMillis);
  }

  private static Arbitrary<Rule> sequences() {
    Match landed = new Match("FlightStatus", "status == 'LANDED'");
    Match departs = new Match("FlightStatus", "status in ['SCHEDULED', 'OUT']");
    return Combinators.combine(
            Arbitraries.of("sequence-a", "sequence-b"),
            Arbitraries.of(landed, Match.any("BoardingEvent")),
            Arbitraries.of(
                new Until(departs, null),
                new Until(null, Duration.ofSeconds(3)),
                new Until(departs, Duration.ofSeconds(5))))
        .as((name, after, until) -> new ComplexSequence(name, after, "FlightPosition", until));
  }

  private static Arbitrary<Rule> tuples() {
    return Combinators.combine(
            Arbitraries.of(true, false), Arbitraries.of("tuple-a", "tuple-b"), timesToLive())
        .as(
            (absorb, name, ttl) -> {
              ComplexTuple arrived = ComplexTupleTest.arrived(absorb);
              return new ComplexTuple(
                  name, arrived.parts(), arrived.derive(), arrived.fields(), ttl, absorb);
            });
  }

  static Arbitrary<Rule> coalescedPositions() {
    return Combinators.combine(Arbitraries.integers().between(2, 8), holds())
        .as((max, hold) -> new Coalesce("bundle", List.of("FlightPosition"), max, hold));
  }

  private static Arbitrary<Coalesce> coalesces() {
    return Combinators.combine(
            Arbitraries.of("FlightPosition", "FlightStatus", "BoardingEvent", "FlightArrived")
                .set()
                .ofMinSize(1)
                .filter(types -> types.size() > 1 || !types.contains("FlightArrived")),
            Arbitraries.integers().between(2, 8),
            holds())
        .as((types, max, hold) -> new Coalesce("bundle", List.copyOf(types), max, hold));
  }
}
