package io.windsock.control.params;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.call.MirroringCall;
import io.windsock.contracts.call.MirroringCall.Events;
import io.windsock.contracts.call.MirroringCall.Init;
import io.windsock.contracts.call.MirroringCall.Pin;
import io.windsock.contracts.call.MirroringCall.RemoveRule;
import io.windsock.contracts.call.MirroringCall.SetAdaptFunction;
import io.windsock.contracts.call.MirroringCall.SetComplexSeq;
import io.windsock.contracts.call.MirroringCall.SetComplexTuple;
import io.windsock.contracts.call.MirroringCall.SetFunction;
import io.windsock.contracts.call.MirroringCall.SetFwd;
import io.windsock.contracts.call.MirroringCall.SetMirror;
import io.windsock.contracts.call.MirroringCall.SetMonitorValues;
import io.windsock.contracts.call.MirroringCall.SetOverwrite;
import io.windsock.contracts.call.MirroringCall.SetParams;
import io.windsock.contracts.call.MirroringCall.SetPolicy;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.wire.Parameters;
import io.windsock.rules.ComplexSequence;
import io.windsock.rules.ComplexTuple;
import io.windsock.rules.Match;
import io.windsock.rules.Overwrite;
import io.windsock.rules.Rule;
import io.windsock.rules.config.RuleSet;
import io.windsock.rules.history.KeyHistory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which rule a call adds, updates or removes, and where in the order it takes effect. */
class RuleCallsTest {
  private static final Catalogue CATALOGUE = Catalogue.builtIn("airline");
  private static final ParameterEdits EDITS = new ParameterEdits(CATALOGUE);
  private static final Parameters EMPTY =
      EDITS.apply(
          DefaultParameters.of(RuleSet.standard(CATALOGUE), null, 0, SetPolicy.THRESHOLDS),
          new Init());
  private static final Match LANDED = new Match("FlightStatus", "status == 'LANDED'");
  private static final Match AT_GATE = new Match("FlightStatus", "status == 'AT_GATE'");
  private static final Duration HOUR = Duration.ofHours(1);

  private static List<Rule> rules(Parameters parameters) {
    return RuleSet.parse(parameters.getInForce().getRules(), "test", CATALOGUE).rules();
  }

  private static List<String> names(Parameters parameters) {
    return rules(parameters).stream().map(Rule::name).toList();
  }

  private static Events events(Match match) {
    return new Events(match.type(), match.when());
  }

  private static SetComplexTuple.Part part(String name, Match match) {
    return new SetComplexTuple.Part(name, match.type(), match.when());
  }

  private static Parameters discardAfter(Parameters before, Match after) {
    return EDITS.apply(before, new SetComplexSeq(events(after), "FlightPosition", HOUR.toMillis()));
  }

  private static Parameters arrival(Parameters before, Match first, Match second) {
    return EDITS.apply(
        before,
        new SetComplexTuple(
            List.of(part("a", first), part("b", second)),
            "FlightArrived",
            Map.of("landedAt", "a.eventTime", "atGateAt", "b.eventTime", "gate", "b.gate"),
            HOUR.toMillis(),
            false));
  }

  @Test
  void shouldKeepASequenceBesideAnotherWithAnotherCondition() {
    Parameters both = discardAfter(discardAfter(EMPTY, LANDED), AT_GATE);

    assertThat(rules(both))
        .extracting(rule -> ((ComplexSequence) rule).after())
        .containsExactly(LANDED, AT_GATE);
    assertThat(names(both))
        .containsExactly(
            "sequence-FlightStatus-FlightPosition", "sequence-FlightStatus-FlightPosition-2");
  }

  @Test
  void shouldUpdateTheSequenceOfTheSameStartAndDiscardedType() {
    Parameters both = discardAfter(discardAfter(EMPTY, LANDED), AT_GATE);

    Parameters updated =
        EDITS.apply(
            both,
            new SetComplexSeq(events(LANDED), "FlightPosition", HOUR.multipliedBy(2).toMillis()));

    assertThat(rules(updated))
        .extracting(rule -> ((ComplexSequence) rule).until().time())
        .containsExactly(HOUR.multipliedBy(2), HOUR);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "status  ==  'LANDED'",
        "(status == 'LANDED')",
        "status == \"LANDED\"",
        "'LANDED' == status",
        "status in ['LANDED']"
      })
  void shouldUpdateTheRuleOfTheSameConditionInOtherWords(String when) {
    Match landed = new Match("FlightStatus", when);
    Parameters before = arrival(discardAfter(EMPTY, LANDED), LANDED, AT_GATE);

    Parameters sequence =
        EDITS.apply(
            before,
            new SetComplexSeq(events(landed), "FlightPosition", HOUR.multipliedBy(2).toMillis()));
    Parameters both = arrival(sequence, landed, AT_GATE);

    assertThat(names(both)).isEqualTo(names(before));
    ComplexSequence updated = (ComplexSequence) rules(both).get(0);
    assertThat(updated.after()).isEqualTo(landed);
    assertThat(updated.until().time()).isEqualTo(HOUR.multipliedBy(2));
    ComplexTuple tuple = (ComplexTuple) rules(both).get(1);
    assertThat(tuple.parts().get(0).match()).isEqualTo(landed);
  }

  @Test
  void shouldKeepTheEventThatEndsAnUpdatedSequence() {
    String until =
        "rules: [{name: mine, rule: complex-sequence, discard: FlightPosition,"
            + " after: {type: FlightStatus, when: \"status == 'LANDED'\"},"
            + " until: {type: FlightStatus, when: \"status == 'OUT'\"}}]";
    Parameters before =
        EDITS.apply(
            EDITS.apply(EMPTY, new SetFunction("until", until, "", 50)), new SetMirror("until"));

    ComplexSequence updated = (ComplexSequence) rules(discardAfter(before, LANDED)).get(0);

    assertThat(updated.name()).isEqualTo("mine");
    assertThat(updated.until().event()).isEqualTo(new Match("FlightStatus", "status == 'OUT'"));
    assertThat(updated.until().time()).isEqualTo(HOUR);
  }

  @Test
  void shouldKeepATupleBesideAnotherOfOtherParts() {
    Match runway = new Match("FlightStatus", "status == 'AT_RUNWAY'");
    Parameters both = arrival(arrival(EMPTY, LANDED, AT_GATE), runway, AT_GATE);

    assertThat(names(both)).containsExactly("tuple-FlightArrived", "tuple-FlightArrived-2");
    assertThat(rules(arrival(both, AT_GATE, LANDED))).hasSize(2);
  }

  @Test
  void shouldTakeEffectBeforeExistingOverwrites() {
    Parameters before = EDITS.apply(EMPTY, new SetParams(true, 10, 50));
    before =
        EDITS.apply(before, new SetOverwrite("FlightPosition", 5, SetOverwrite.Mode.LATEST, null));

    Parameters after = discardAfter(arrival(before, LANDED, AT_GATE), LANDED);

    assertThat(names(after))
        .containsExactly(
            "sequence-FlightStatus-FlightPosition",
            "tuple-FlightArrived",
            "overwrite-FlightPosition",
            "coalesced");
  }

  @Test
  void shouldPutASequenceAfterTheTupleThatDerivesItsStart() {
    Match arrived = Match.any("FlightArrived");
    Parameters before = EDITS.apply(EMPTY, new SetOverwrite("FlightPosition", 5));
    before = arrival(before, LANDED, AT_GATE);

    Parameters after = arrival(discardAfter(before, arrived), AT_GATE, AT_GATE);

    assertThat(names(after))
        .containsExactly(
            "tuple-FlightArrived",
            "tuple-FlightArrived-2",
            "sequence-FlightArrived-FlightPosition",
            "overwrite-FlightPosition");
  }

  @Test
  void shouldSendTheFirstOfEachRunWhereNoModeIsGiven() {
    Parameters set = EDITS.apply(EMPTY, new SetOverwrite("FlightPosition", 20));
    assertThat(rules(set))
        .containsExactly(Overwrite.first("overwrite-FlightPosition", "FlightPosition", 20));

    Parameters latest =
        EDITS.apply(EMPTY, new SetOverwrite("FlightPosition", 20, SetOverwrite.Mode.LATEST, null));
    assertThat(rules(EDITS.apply(latest, new SetOverwrite("FlightPosition", 30))))
        .containsExactly(Overwrite.first("overwrite-FlightPosition", "FlightPosition", 30));
  }

  @Test
  void shouldRemoveOneRule() {
    Parameters both = discardAfter(discardAfter(EMPTY, LANDED), AT_GATE);

    Parameters one = EDITS.apply(both, new RemoveRule("sequence-FlightStatus-FlightPosition"));

    assertThat(names(one)).containsExactly("sequence-FlightStatus-FlightPosition-2");
    assertThat(
            names(
                EDITS.apply(arrival(one, LANDED, AT_GATE), new RemoveRule("tuple-FlightArrived"))))
        .isEqualTo(names(one));
  }

  @Test
  void shouldRefuseToRemoveWhatIsNotThereOrIsNeeded() {
    Parameters landed = discardAfter(EMPTY, LANDED);
    assertThatThrownBy(() -> EDITS.apply(landed, new RemoveRule("tuple-FlightArrived")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("function 'normal' has no rule 'tuple-FlightArrived'")
        .hasMessageContaining("[sequence-FlightStatus-FlightPosition]");

    Parameters derived = discardAfter(arrival(EMPTY, LANDED, AT_GATE), Match.any("FlightArrived"));
    assertThatThrownBy(() -> EDITS.apply(derived, new RemoveRule("tuple-FlightArrived")))
        .hasMessage(
            "remove-rule.name: rule 'sequence-FlightArrived-FlightPosition' of function 'normal'"
                + " would no longer be valid; change or remove it first: after.type: no rule before"
                + " this one derives 'FlightArrived', and no stream carries it");
  }

  private static List<String> faults(Parameters before, MirroringCall call) {
    try {
      EDITS.apply(before, call);
    } catch (ConfigurationException e) {
      return e.faults().stream().map(Fault::place).toList();
    }
    throw new AssertionError(call + " is made");
  }

  private static SetComplexTuple tuple(
      List<SetComplexTuple.Part> parts, Map<String, String> fields) {
    return new SetComplexTuple(parts, "FlightArrived", fields, HOUR.toMillis(), false);
  }

  @Test
  void shouldPlaceEachFaultAtTheCallsOwnArgument() {
    Parameters some = arrival(discardAfter(EMPTY, LANDED), LANDED, AT_GATE);
    Events never = new Events("FlightStatus", "status == 'LANDET'");

    assertThat(faults(some, new SetComplexSeq(never, "FlightStatus", 1)))
        .containsExactly("set-complex-seq.discard", "set-complex-seq.after.when");
    assertThat(faults(some, new SetComplexSeq(new Events("Fly ing", null), "FlightPosition", 1)))
        .containsExactly("set-complex-seq.after.type");
    assertThat(faults(some, new SetOverwrite("no type", 3))).containsExactly("set-overwrite.type");
    assertThat(faults(some, tuple(List.of(part("a", LANDED)), Map.of("gate", "a.gate"))))
        .containsExactly("set-complex-tuple.parts");
    SetComplexTuple.Part wrong = new SetComplexTuple.Part("b b", "Nothing", null);
    assertThat(faults(some, tuple(List.of(part("a", LANDED), wrong), Map.of())))
        .containsExactly("set-complex-tuple.parts[1].name", "set-complex-tuple.parts[1].type");
    SetComplexTuple.Part late = new SetComplexTuple.Part("b", "FlightStatus", "late");
    assertThat(faults(some, tuple(List.of(part("a", LANDED), late), Map.of("gate", "c.gate"))))
        .contains("set-complex-tuple.parts[1].when", "set-complex-tuple.fields.gate");
    assertThat(faults(some, new SetFwd("nobodys"))).containsExactly("set-fwd.function");
    assertThat(faults(some, new SetMirror("nobodys"))).containsExactly("set-mirror.function");
    assertThat(faults(some, new Pin("nobodys"))).containsExactly("pin.function");
    assertThat(faults(some, new SetAdaptFunction("nobodys"))).containsExactly("set-adapt.function");
    assertThat(faults(some, new SetMonitorValues("speed", 1, 1)))
        .containsExactly("set-monitor-values.value");
  }

  @Test
  void shouldPlaceTheFaultsOfADefinedFunctionInItsRules() {
    assertThat(faults(EMPTY, new SetFunction("x", "rules: [{name: a, rule: filter}]", "", 1)))
        .containsExactly("set-function.rules: rules[0].rule");
    assertThat(faults(EMPTY, new SetFunction("x", "rules: []", "nobodys", 1)))
        .containsExactly("set-function.forward");
  }

  @Test
  void shouldBoundHowLongATuplesPartsWait() {
    for (long ms : new long[] {0, -1, Duration.ofHours(24).toMillis() + 1}) {
      assertThatThrownBy(() -> new SetComplexTuple(List.of(), "FlightArrived", Map.of(), ms, true))
          .hasMessage("set-complex-tuple.timeToLiveMs: is " + ms + "; it must be 1 to 86400000");
    }
  }

  @Test
  void shouldNameTheCallWhereNoArgumentIsAtFault() {
    StringBuilder rules = new StringBuilder("rules:\n");
    for (int i = 0; i < KeyHistory.MAX_RULES; i++) {
      rules.append("- {name: s" + i + ", rule: complex-sequence, after: {type: FlightStatus},");
      rules.append(" discard: FlightPosition, until: {time: 1h}}\n");
    }
    Parameters full =
        EDITS.apply(
            EDITS.apply(EMPTY, new SetFunction("full", rules.toString(), "", 50)),
            new SetMirror("full"));

    assertThatThrownBy(() -> discardAfter(full, LANDED))
        .hasMessage("set-complex-seq: function 'full': 65 rules; at most 64");
  }

  @Test
  void shouldSayWhatWasAddedUpdatedAndRemoved() {
    RuleChanges changes = new RuleChanges(CATALOGUE);
    Parameters landed = discardAfter(EMPTY, LANDED);
    Parameters later =
        EDITS.apply(
            landed,
            new SetComplexSeq(events(LANDED), "FlightPosition", Duration.ofHours(2).toMillis()));

    assertThat(changes.between(EMPTY, landed))
        .containsExactly(
            "normal: added sequence-FlightStatus-FlightPosition as rule 1 of 1 (after FlightStatus"
                + " with status == 'LANDED', discard the key's FlightPosition until 1h of event"
                + " time have passed)");
    assertThat(changes.between(landed, later))
        .singleElement()
        .asString()
        .startsWith("normal: updated sequence-FlightStatus-FlightPosition (after")
        .contains("until 2h of", "; before: after", "until 1h of");
    assertThat(changes.between(landed, EMPTY))
        .singleElement()
        .asString()
        .startsWith("normal: removed sequence-FlightStatus-FlightPosition (after");
    assertThat(changes.between(landed, landed)).isEmpty();
    assertThat(
            changes.between(
                landed, EDITS.apply(landed, new SetFunction("calm", "rules: []", "", 9))))
        .containsExactly("calm: a new function");
  }
}
