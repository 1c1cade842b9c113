package io.windsock.control.params;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.call.AdjustedParameter;
import io.windsock.contracts.call.MirroringCall;
import io.windsock.contracts.call.MirroringCall.Events;
import io.windsock.contracts.call.MirroringCall.Init;
import io.windsock.contracts.call.MirroringCall.InitWith;
import io.windsock.contracts.call.MirroringCall.Pin;
import io.windsock.contracts.call.MirroringCall.Release;
import io.windsock.contracts.call.MirroringCall.SetAdapt;
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
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.wire.FunctionSettings;
import io.windsock.contracts.wire.Parameters;
import io.windsock.rules.Coalesce;
import io.windsock.rules.Match;
import io.windsock.rules.Overwrite;
import io.windsock.rules.Rule;
import io.windsock.rules.config.RuleSet;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What each call makes of the parameters, and what it refuses. */
class ParameterEditsTest {
  private static final Catalogue CATALOGUE = Catalogue.builtIn("airline");
  private static final ParameterEdits EDITS = new ParameterEdits(CATALOGUE);
  private static final Parameters DEFAULTS =
      DefaultParameters.of(RuleSet.standard(CATALOGUE), null, 0, SetPolicy.THRESHOLDS);

  private static List<Rule> rules(Parameters parameters) {
    return RuleSet.parse(parameters.getInForce().getRules(), "test", CATALOGUE).rules();
  }

  private static <T extends Rule> T only(Class<T> type, Parameters parameters) {
    List<T> found = rules(parameters).stream().filter(type::isInstance).map(type::cast).toList();
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  private static Events events(Match match) {
    return new Events(match.type(), match.when());
  }

  @Test
  void shouldShipThePapersTwoFunctions() {
    assertThat(only(Coalesce.class, DEFAULTS).max()).isEqualTo(10);
    assertThat(DEFAULTS.getInForce().getCheckpointEvery()).isEqualTo(50);

    Parameters busy = EDITS.level(DEFAULTS, 1);

    assertThat(busy.getInForce().getName()).isEqualTo("busy");
    assertThat(only(Overwrite.class, busy).length()).isEqualTo(20);
    assertThat(only(Coalesce.class, busy).max()).isEqualTo(20);
    assertThat(busy.getInForce().getCheckpointEvery()).isEqualTo(100);
    assertThat(EDITS.level(busy, 0).getInForce()).isEqualTo(DEFAULTS.getInForce());
  }

  @Test
  void shouldMirrorEverythingAfterInit() {
    Parameters after = EDITS.apply(EDITS.apply(DEFAULTS, new Pin("busy")), new Init());

    assertThat(rules(after)).isEmpty();
    assertThat(after.getInForce().getCheckpointEvery()).isEqualTo(50);
    assertThat(after.getPinned()).isEmpty();
    Parameters options = EDITS.apply(DEFAULTS, new InitWith(true, 5, 7));
    assertThat(only(Coalesce.class, options).max()).isEqualTo(5);
    assertThat(only(Overwrite.class, options).length()).isEqualTo(7);
    assertThat(rules(EDITS.apply(DEFAULTS, new InitWith(false, 5, 1)))).hasSize(1);
  }

  @Test
  void shouldSetParams() {
    Parameters on = EDITS.apply(DEFAULTS, new SetParams(true, 4, 77));
    assertThat(only(Coalesce.class, on).max()).isEqualTo(4);
    assertThat(on.getInForce().getCheckpointEvery()).isEqualTo(77);

    Parameters off = EDITS.apply(on, new SetParams(false, 4, 77));
    assertThat(rules(off)).noneMatch(Coalesce.class::isInstance);
  }

  @Test
  void shouldSetOverwriteBeforeWhatCoalesces() {
    Parameters after =
        EDITS.apply(DEFAULTS, new SetOverwrite("FlightPosition", 3, SetOverwrite.Mode.FIRST, null));

    assertThat(only(Overwrite.class, after).length()).isEqualTo(3);
    assertThat(rules(after).get(rules(after).size() - 1)).isInstanceOf(Coalesce.class);
    Parameters again = EDITS.apply(after, new SetOverwrite("FlightPosition", 9));
    assertThat(only(Overwrite.class, again).mode()).isEqualTo(Overwrite.Mode.FIRST);
    assertThat(only(Overwrite.class, again).length()).isEqualTo(9);
  }

  @Test
  void shouldSetComplexRules() {
    Match landed = new Match("FlightStatus", "status == 'LANDED'");
    Parameters sequence =
        EDITS.apply(
            EDITS.apply(DEFAULTS, new Init()),
            new SetComplexSeq(events(landed), "FlightPosition", Duration.ofHours(1).toMillis()));
    assertThat(rules(sequence)).hasSize(1);
    assertThat(
            rules(
                EDITS.apply(
                    sequence,
                    new SetComplexSeq(
                        events(landed), "FlightPosition", Duration.ofHours(2).toMillis()))))
        .hasSize(1);

    Parameters tuple =
        EDITS.apply(
            sequence,
            new SetComplexTuple(
                List.of(
                    new SetComplexTuple.Part("a", "FlightStatus", "status == 'LANDED'"),
                    new SetComplexTuple.Part("b", "FlightStatus", "status == 'AT_GATE'")),
                "FlightArrived",
                Map.of("landedAt", "a.eventTime", "atGateAt", "b.eventTime", "gate", "b.gate"),
                Duration.ofMinutes(30).toMillis(),
                true));
    assertThat(rules(tuple)).hasSize(2);
  }

  @Test
  void shouldAdaptByPercentagesInsteadOfAnotherFunction() {
    Parameters set =
        EDITS.apply(
            EDITS.apply(DEFAULTS, new SetAdapt(AdjustedParameter.COALESCE_NUMBER, 100)),
            new SetAdapt(AdjustedParameter.CHECKPOINT_EVERY, 50));
    assertThat(set.getInForce()).isEqualTo(DEFAULTS.getInForce());

    Parameters adapted = EDITS.level(set, 1);

    assertThat(adapted.getInForce().getName()).isEqualTo("normal adjusted");
    assertThat(only(Coalesce.class, adapted).max()).isEqualTo(20);
    assertThat(adapted.getInForce().getCheckpointEvery()).isEqualTo(75);
    Parameters off =
        EDITS.level(EDITS.apply(set, new SetAdapt(AdjustedParameter.COALESCE, -100)), 1);
    assertThat(rules(off)).noneMatch(Coalesce.class::isInstance);
    Parameters installed = EDITS.apply(adapted, new SetAdaptFunction("busy"));
    assertThat(installed.getInForce().getName()).isEqualTo("busy");
  }

  @Test
  void shouldTurnOnCoalescingBeforeItsNumberIsScaled() {
    SetAdapt more = new SetAdapt(AdjustedParameter.COALESCE_NUMBER, 100);
    SetAdapt on = new SetAdapt(AdjustedParameter.COALESCE, 100);
    Parameters without = EDITS.apply(DEFAULTS, new Init());

    for (Parameters base : List.of(DEFAULTS, without)) {
      for (List<SetAdapt> calls : List.of(List.of(more, on), List.of(on, more))) {
        Parameters set = base;
        for (SetAdapt call : calls) {
          set = EDITS.apply(set, call);
        }
        assertThat(only(Coalesce.class, EDITS.level(set, 1)).max()).as("%s", calls).isEqualTo(20);
      }
    }
  }

  @Test
  void shouldMoveBetweenTheFunctionsUnderAnObjective() {
    Parameters set = EDITS.apply(DEFAULTS, new SetPolicy("objective", 500L, 9_000L, 2_000L));

    Parameters half = EDITS.level(set, 0.5);

    assertThat(only(Overwrite.class, half).length()).isEqualTo(14);
    assertThat(only(Overwrite.class, half).maxHold()).isEqualTo(Duration.ofMillis(3_162));
    assertThat(only(Coalesce.class, half).max()).isEqualTo(14);
    assertThat(half.getInForce().getCheckpointEvery()).isEqualTo(71);
    assertThat(half.getInForce().getName()).isEqualTo("normal–busy 50 %");
  }

  @Test
  void shouldBeginNearTheBaseUnderAnObjective() {
    Parameters set =
        EDITS.apply(
            EDITS.apply(DEFAULTS, new Init()), new SetPolicy("objective", 500L, 9_000L, 2_000L));

    Parameters little = EDITS.level(set, 0.01);

    assertThat(only(Overwrite.class, little).length()).isEqualTo(1);
    assertThat(only(Overwrite.class, little).maxHold()).isBetween(ms(100), ms(110));
    assertThat(only(Coalesce.class, little).maxHold()).isBetween(ms(20), ms(22));
  }

  private static Duration ms(long millis) {
    return Duration.ofMillis(millis);
  }

  @Test
  void shouldNameEveryArgumentThatCanNotBe() {
    assertThatThrownBy(() -> EDITS.apply(DEFAULTS, new SetParams(true, 1, 0)))
        .hasMessageContaining("set-params.number: is 1; it must be 2 to 256")
        .hasMessageContaining("set-params.checkpointEvery: is 0; it must be 1 to 1000000");
    assertThatThrownBy(
            () -> EDITS.apply(DEFAULTS, new SetOverwrite("FlightPosition", 0, null, -4L)))
        .hasMessageContaining("set-overwrite.length: is 0; it must be 1 to 100000")
        .hasMessageContaining("set-overwrite.maxHoldMs: is -4");
    Events landed = new Events("FlightStatus", null);
    assertThatThrownBy(() -> EDITS.apply(DEFAULTS, new SetComplexSeq(landed, "FlightPosition", 0)))
        .hasMessageContaining("set-complex-seq.untilMs: is 0");
    assertThatThrownBy(() -> EDITS.apply(DEFAULTS, new InitWith(true, 300, 0)))
        .hasMessageContaining("init.number: is 300")
        .hasMessageContaining("init.length: is 0");
  }

  @Test
  void shouldCheckTheGoalWhateverThePolicyIs() {
    assertThatThrownBy(() -> EDITS.apply(DEFAULTS, new SetPolicy("off", 15_000L, null, null)))
        .hasMessage(
            "set-policy.updateDelayGoalMs: is 15000; it must be below stalenessLimitMs, 15000");
    assertThatThrownBy(() -> EDITS.apply(DEFAULTS, new SetPolicy("thresholds", 900L, 900L, null)))
        .hasMessage("set-policy.stalenessLimitMs: is 900; it must be above updateDelayGoalMs, 900");
    Parameters quick = EDITS.apply(DEFAULTS, new SetPolicy("thresholds", null, null, 0L));
    assertThatThrownBy(() -> EDITS.apply(quick, new SetPolicy("objective")))
        .hasMessage("set-policy.holdMs: is 0; it must be 1000 or more with the policy objective");
    assertThat(EDITS.apply(DEFAULTS, new SetPolicy("thresholds", null, null, 0L)).getHoldMs())
        .isZero();
  }

  @Test
  void shouldKeepThePinnedFunctionThroughAdaptations() {
    Parameters pinned = EDITS.apply(DEFAULTS, new Pin("busy"));
    assertThat(pinned.getInForce().getName()).isEqualTo("busy");
    assertThat(EDITS.apply(EDITS.level(pinned, 1), new Release()).getInForce())
        .isEqualTo(DEFAULTS.getInForce());
  }

  @Test
  void shouldSetMonitorValues() {
    Parameters set = EDITS.apply(DEFAULTS, new SetMonitorValues("2", 30, 10));
    assertThat(set.getMonitored())
        .anyMatch(v -> v.getValue().equals("pending") && v.getPrimary() == 30);
    assertThat(EDITS.apply(set, new SetMonitorValues("pending", 0, 0)).getMonitored())
        .noneMatch(v -> v.getValue().equals("pending"));
  }

  @Test
  void shouldDefineFunctions() {
    Parameters set = EDITS.apply(DEFAULTS, new SetFunction("calm", "rules: []", "", 10));
    assertThat(EDITS.apply(set, new SetMirror("calm")).getInForce())
        .isEqualTo(new FunctionSettings("calm", "rules: []", "", 10));
  }

  @Test
  void shouldKnowWhatEveryCallDoes() {
    assertThat(EDITS.calls())
        .containsExactlyInAnyOrder(MirroringCall.class.getPermittedSubclasses());
  }

  @Test
  void shouldBoundCallsAsTheRulesDo() {
    assertThat(MirroringCall.MAX_COALESCED).isEqualTo(Coalesce.MAX_EVENTS);
    assertThat(MirroringCall.MAX_OVERWRITTEN).isEqualTo(Overwrite.MAX_LENGTH);
    assertThat(SetOverwrite.Mode.values())
        .extracting(Enum::name)
        .containsExactly("FIRST", "LATEST")
        .containsExactly(Stream.of(Overwrite.Mode.values()).map(Enum::name).toArray(String[]::new));
  }

  private static Arguments refused(String message, UnaryOperator<Parameters> edit) {
    return Arguments.of(message, edit);
  }

  static Stream<Arguments> refusals() {
    return Stream.of(
        refused(
            "FlightStatus is essential", p -> EDITS.apply(p, new SetOverwrite("FlightStatus", 3))),
        refused(
            "'Nothing' is not a source event", p -> EDITS.apply(p, new SetOverwrite("Nothing", 3))),
        refused(
            "is 0; it must be 1 to", p -> EDITS.apply(p, new SetOverwrite("FlightPosition", 0))),
        refused("checkpointEvery: is 0", p -> EDITS.apply(p, new SetParams(true, 10, 0))),
        refused("is 1; it must be 2 to", p -> EDITS.apply(p, new SetParams(true, 1, 10))),
        refused(
            "'nobodys' is not a mirroring function or a class",
            p -> EDITS.apply(p, new SetMirror("nobodys"))),
        refused(
            "'nobodys' is not a function on the class path",
            p -> EDITS.apply(p, new SetFwd("nobodys"))),
        refused(
            "'nobodys' is not a mirroring function",
            p -> EDITS.apply(p, new SetAdaptFunction("nobodys"))),
        refused("'nobodys' is not a mirroring function", p -> EDITS.apply(p, new Pin("nobodys"))),
        refused(
            "'speed' is not monitored", p -> EDITS.apply(p, new SetMonitorValues("speed", 1, 1))),
        refused(
            "secondary: is 2.0; it must be 0 to primary",
            p -> EDITS.apply(p, new SetMonitorValues("pending", 1, 2))),
        refused("primary: is -1.0", p -> EDITS.apply(p, new SetMonitorValues("pending", -1, 0))),
        refused(
            "percent: is -200",
            p -> EDITS.apply(p, new SetAdapt(AdjustedParameter.COALESCE, -200))),
        refused("is 'bold'", p -> EDITS.apply(p, new SetPolicy("bold"))),
        refused(
            "set-policy.stalenessLimitMs: is 5",
            p -> EDITS.apply(p, new SetPolicy("objective", 10L, 5L, null))),
        refused("is 'a b'", p -> EDITS.apply(p, new SetFunction("a b", "rules: []", "", 1))),
        refused(
            "set-function.rules: rules[0]",
            p -> EDITS.apply(p, new SetFunction("x", "rules: [{}]", "", 1))),
        refused(
            "FlightStatus is essential",
            p ->
                EDITS.apply(
                    p,
                    new SetComplexSeq(
                        new Events("FlightPosition", null),
                        "FlightStatus",
                        Duration.ofHours(1).toMillis()))));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void shouldRefuse(String message, UnaryOperator<Parameters> edit) {
    Parameters before = Parameters.newBuilder(DEFAULTS).build();

    assertThatThrownBy(() -> edit.apply(DEFAULTS))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(message);
    assertThat(DEFAULTS).isEqualTo(before);
  }

  @Test
  void shouldBoundTheRulesOfAllFunctionsTogether() {
    String long60 = "# " + "x".repeat(60_000) + "\nrules: []\n";
    Parameters parameters = DEFAULTS;
    for (int i = 0; i < 4; i++) {
      parameters = EDITS.apply(parameters, new SetFunction("f" + i, long60, "", 50));
    }
    Parameters full = parameters;

    assertThatThrownBy(() -> EDITS.apply(full, new SetFunction("one-more", long60, "", 50)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("at most 262144");
    assertThat(EDITS.apply(full, new SetFunction("f0", "rules: []\n", "", 50)).getFunctions())
        .hasSize(6);
  }
}
