package io.windsock.control.params;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.wire.Parameters;
import io.windsock.rules.ComplexSequence;
import io.windsock.rules.ComplexTuple;
import io.windsock.rules.Match;
import io.windsock.rules.Overwrite;
import io.windsock.rules.Rule;
import io.windsock.rules.config.RuleSet;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which rule a call adds, updates or removes, and where in the order it takes effect. */
class RuleCallsTest {
  private static final Catalogue CATALOGUE = Catalogue.airline();
  private static final ParameterEdits EDITS = new ParameterEdits(CATALOGUE);
  private static final Parameters EMPTY =
      EDITS.init(
          DefaultParameters.of(RuleSet.standard(CATALOGUE), null, 0, ParameterEdits.THRESHOLDS));
  private static final Match LANDED = new Match("FlightStatus", "status == 'LANDED'");
  private static final Match AT_GATE = new Match("FlightStatus", "status == 'AT_GATE'");
  private static final Duration HOUR = Duration.ofHours(1);

  private static List<Rule> rules(Parameters parameters) {
    return RuleSet.parse(parameters.getInForce().getRules(), "test", CATALOGUE).rules();
  }

  private static List<String> names(Parameters parameters) {
    return rules(parameters).stream().map(Rule::name).toList();
  }

  private static Parameters discardAfter(Parameters before, Match after) {
    return EDITS.setComplexSeq(before, after, "FlightPosition", HOUR);
  }

  private static Parameters arrival(Parameters before, Match first, Match second) {
    return EDITS.setComplexTuple(
        before,
        List.of(new ComplexTuple.Part("a", first), new ComplexTuple.Part("b", second)),
        "FlightArrived",
        Map.of("landedAt", "a.eventTime", "atGateAt", "b.eventTime", "gate", "b.gate"),
        HOUR,
        false);
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

    Parameters updated = EDITS.setComplexSeq(both, LANDED, "FlightPosition", HOUR.multipliedBy(2));

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
        EDITS.setComplexSeq(before, landed, "FlightPosition", HOUR.multipliedBy(2));
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
    Parameters before = EDITS.setMirror(EDITS.setFunction(EMPTY, "until", until, "", 50), "until");

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
    Parameters before = EDITS.setParams(EMPTY, true, 10, 50);
    before = EDITS.setOverwrite(before, "FlightPosition", 5, Overwrite.Mode.LATEST, null);

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
    Parameters before = EDITS.setOverwrite(EMPTY, "FlightPosition", 5, null, null);
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
    Parameters set = EDITS.setOverwrite(EMPTY, "FlightPosition", 20, null, null);
    assertThat(rules(set))
        .containsExactly(Overwrite.first("overwrite-FlightPosition", "FlightPosition", 20));

    Parameters latest =
        EDITS.setOverwrite(EMPTY, "FlightPosition", 20, Overwrite.Mode.LATEST, null);
    assertThat(rules(EDITS.setOverwrite(latest, "FlightPosition", 30, null, null)))
        .containsExactly(Overwrite.first("overwrite-FlightPosition", "FlightPosition", 30));
  }

  @Test
  void shouldRemoveOneRule() {
    Parameters both = discardAfter(discardAfter(EMPTY, LANDED), AT_GATE);

    Parameters one = EDITS.removeRule(both, "sequence-FlightStatus-FlightPosition");

    assertThat(names(one)).containsExactly("sequence-FlightStatus-FlightPosition-2");
    assertThat(names(EDITS.removeRule(arrival(one, LANDED, AT_GATE), "tuple-FlightArrived")))
        .isEqualTo(names(one));
  }

  @Test
  void shouldRefuseToRemoveWhatIsNotThereOrIsNeeded() {
    Parameters landed = discardAfter(EMPTY, LANDED);
    assertThatThrownBy(() -> EDITS.removeRule(landed, "tuple-FlightArrived"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("'tuple-FlightArrived' is no rule of function 'normal'")
        .hasMessageContaining("[sequence-FlightStatus-FlightPosition]");

    Parameters derived = discardAfter(arrival(EMPTY, LANDED, AT_GATE), Match.any("FlightArrived"));
    assertThatThrownBy(() -> EDITS.removeRule(derived, "tuple-FlightArrived"))
        .hasMessageContaining("no rule before this one derives 'FlightArrived'");
  }

  @Test
  void shouldSayWhatWasAddedUpdatedAndRemoved() {
    RuleChanges changes = new RuleChanges(CATALOGUE);
    Parameters landed = discardAfter(EMPTY, LANDED);
    Parameters later = EDITS.setComplexSeq(landed, LANDED, "FlightPosition", Duration.ofHours(2));

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
    assertThat(changes.between(landed, EDITS.setFunction(landed, "calm", "rules: []", "", 9)))
        .containsExactly("calm: a new function");
  }
}
