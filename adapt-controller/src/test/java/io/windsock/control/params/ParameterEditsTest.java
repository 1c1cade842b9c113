package io.windsock.control.params;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.wire.FunctionSettings;
import io.windsock.contracts.wire.Parameters;
import io.windsock.rules.Coalesce;
import io.windsock.rules.ComplexTuple;
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
  private static final Catalogue CATALOGUE = Catalogue.airline();
  private static final ParameterEdits EDITS = new ParameterEdits(CATALOGUE);
  private static final Parameters DEFAULTS =
      DefaultParameters.of(RuleSet.standard(CATALOGUE), null, 0, ParameterEdits.THRESHOLDS);

  private static List<Rule> rules(Parameters parameters) {
    return RuleSet.parse(parameters.getInForce().getRules(), "test", CATALOGUE).rules();
  }

  private static <T extends Rule> T only(Class<T> type, Parameters parameters) {
    List<T> found = rules(parameters).stream().filter(type::isInstance).map(type::cast).toList();
    assertThat(found).hasSize(1);
    return found.get(0);
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
    Parameters after = EDITS.init(EDITS.pin(DEFAULTS, "busy"));

    assertThat(rules(after)).isEmpty();
    assertThat(after.getInForce().getCheckpointEvery()).isEqualTo(50);
    assertThat(after.getPinned()).isEmpty();
    Parameters options = EDITS.init(DEFAULTS, true, 5, 7);
    assertThat(only(Coalesce.class, options).max()).isEqualTo(5);
    assertThat(only(Overwrite.class, options).length()).isEqualTo(7);
    assertThat(rules(EDITS.init(DEFAULTS, false, 5, 1))).hasSize(1);
  }

  @Test
  void shouldSetParams() {
    Parameters on = EDITS.setParams(DEFAULTS, true, 4, 77);
    assertThat(only(Coalesce.class, on).max()).isEqualTo(4);
    assertThat(on.getInForce().getCheckpointEvery()).isEqualTo(77);

    Parameters off = EDITS.setParams(on, false, 4, 77);
    assertThat(rules(off)).noneMatch(Coalesce.class::isInstance);
  }

  @Test
  void shouldSetOverwriteBeforeWhatCoalesces() {
    Parameters after =
        EDITS.setOverwrite(DEFAULTS, "FlightPosition", 3, Overwrite.Mode.FIRST, null);

    assertThat(only(Overwrite.class, after).length()).isEqualTo(3);
    assertThat(rules(after).get(rules(after).size() - 1)).isInstanceOf(Coalesce.class);
    Parameters again = EDITS.setOverwrite(after, "FlightPosition", 9, null, null);
    assertThat(only(Overwrite.class, again).mode()).isEqualTo(Overwrite.Mode.FIRST);
    assertThat(only(Overwrite.class, again).length()).isEqualTo(9);
  }

  @Test
  void shouldSetComplexRules() {
    Match landed = new Match("FlightStatus", "status == 'LANDED'");
    Parameters sequence =
        EDITS.setComplexSeq(EDITS.init(DEFAULTS), landed, "FlightPosition", Duration.ofHours(1));
    assertThat(rules(sequence)).hasSize(1);
    assertThat(rules(EDITS.setComplexSeq(sequence, landed, "FlightPosition", Duration.ofHours(2))))
        .hasSize(1);

    Parameters tuple =
        EDITS.setComplexTuple(
            sequence,
            List.of(
                ComplexTuple.Part.of("a", "FlightStatus", "status == 'LANDED'"),
                ComplexTuple.Part.of("b", "FlightStatus", "status == 'AT_GATE'")),
            "FlightArrived",
            Map.of("landedAt", "a.eventTime", "atGateAt", "b.eventTime", "gate", "b.gate"),
            Duration.ofMinutes(30),
            true);
    assertThat(rules(tuple)).hasSize(2);
  }

  @Test
  void shouldAdaptByPercentagesInsteadOfAnotherFunction() {
    Parameters set =
        EDITS.setAdapt(
            EDITS.setAdapt(DEFAULTS, AdjustedParameter.COALESCE_NUMBER, 100),
            AdjustedParameter.CHECKPOINT_EVERY,
            50);
    assertThat(set.getInForce()).isEqualTo(DEFAULTS.getInForce());

    Parameters adapted = EDITS.level(set, 1);

    assertThat(adapted.getInForce().getName()).isEqualTo("normal adjusted");
    assertThat(only(Coalesce.class, adapted).max()).isEqualTo(20);
    assertThat(adapted.getInForce().getCheckpointEvery()).isEqualTo(75);
    Parameters off = EDITS.level(EDITS.setAdapt(set, AdjustedParameter.COALESCE, -100), 1);
    assertThat(rules(off)).noneMatch(Coalesce.class::isInstance);
    Parameters installed = EDITS.setAdapt(adapted, "busy");
    assertThat(installed.getInForce().getName()).isEqualTo("busy");
  }

  @Test
  void shouldMoveBetweenTheFunctionsUnderAnObjective() {
    Parameters set = EDITS.setPolicy(DEFAULTS, "objective", 500L, 9_000L, 2_000L);

    Parameters half = EDITS.level(set, 0.5);

    assertThat(only(Overwrite.class, half).length()).isEqualTo(14);
    assertThat(only(Overwrite.class, half).maxHold()).isEqualTo(Duration.ofMillis(3_162));
    assertThat(only(Coalesce.class, half).max()).isEqualTo(14);
    assertThat(half.getInForce().getCheckpointEvery()).isEqualTo(71);
    assertThat(half.getInForce().getName()).isEqualTo("normal–busy 50 %");
  }

  @Test
  void shouldBeginNearTheBaseUnderAnObjective() {
    Parameters set = EDITS.setPolicy(EDITS.init(DEFAULTS), "objective", 500L, 9_000L, 2_000L);

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
    assertThatThrownBy(() -> EDITS.setParams(DEFAULTS, true, 1, 0))
        .hasMessageContaining("set-params.number: is 1; it must be 2 to 256")
        .hasMessageContaining("set-params.checkpointEvery: is 0; it must be 1 to 1000000");
    Duration negative = Duration.ofMillis(-4);
    assertThatThrownBy(() -> EDITS.setOverwrite(DEFAULTS, "FlightPosition", 0, null, negative))
        .hasMessageContaining("set-overwrite.length: is 0; it must be 1 to 100000")
        .hasMessageContaining("set-overwrite.maxHoldMs: is -4");
    Match landed = new Match("FlightStatus", null);
    assertThatThrownBy(() -> EDITS.setComplexSeq(DEFAULTS, landed, "FlightPosition", Duration.ZERO))
        .hasMessageContaining("set-complex-seq.untilMs: is 0");
    assertThatThrownBy(() -> EDITS.init(DEFAULTS, true, 300, 0))
        .hasMessageContaining("init.number: is 300")
        .hasMessageContaining("init.length: is 0");
  }

  @Test
  void shouldCheckTheGoalWhateverThePolicyIs() {
    assertThatThrownBy(() -> EDITS.setPolicy(DEFAULTS, "off", 0L, null, null))
        .hasMessageContaining("the update delay goal is 0 ms");
    assertThatThrownBy(() -> EDITS.setPolicy(DEFAULTS, "thresholds", 900L, 900L, null))
        .hasMessageContaining("the staleness limit is 900 ms");
    assertThat(EDITS.setPolicy(DEFAULTS, "thresholds", null, null, 0L).getHoldMs()).isZero();
  }

  @Test
  void shouldKeepThePinnedFunctionThroughAdaptations() {
    Parameters pinned = EDITS.pin(DEFAULTS, "busy");
    assertThat(pinned.getInForce().getName()).isEqualTo("busy");
    assertThat(EDITS.release(EDITS.level(pinned, 1)).getInForce()).isEqualTo(DEFAULTS.getInForce());
  }

  @Test
  void shouldSetMonitorValues() {
    Parameters set = EDITS.setMonitorValues(DEFAULTS, "2", 30, 10);
    assertThat(set.getMonitored())
        .anyMatch(v -> v.getValue().equals("pending") && v.getPrimary() == 30);
    assertThat(EDITS.setMonitorValues(set, "pending", 0, 0).getMonitored())
        .noneMatch(v -> v.getValue().equals("pending"));
  }

  @Test
  void shouldDefineFunctions() {
    Parameters set = EDITS.setFunction(DEFAULTS, "calm", "rules: []", "", 10);
    assertThat(EDITS.setMirror(set, "calm").getInForce())
        .isEqualTo(new FunctionSettings("calm", "rules: []", "", 10));
  }

  private static Arguments refused(String message, UnaryOperator<Parameters> edit) {
    return Arguments.of(message, edit);
  }

  static Stream<Arguments> refusals() {
    return Stream.of(
        refused(
            "FlightStatus is essential", p -> EDITS.setOverwrite(p, "FlightStatus", 3, null, null)),
        refused(
            "'Nothing' is no source event", p -> EDITS.setOverwrite(p, "Nothing", 3, null, null)),
        refused(
            "is 0; it must be 1 to", p -> EDITS.setOverwrite(p, "FlightPosition", 0, null, null)),
        refused("checkpointEvery: is 0", p -> EDITS.setParams(p, true, 10, 0)),
        refused("is 1; it must be 2 to", p -> EDITS.setParams(p, true, 1, 10)),
        refused(
            "'nobodys' is no mirroring function and no class", p -> EDITS.setMirror(p, "nobodys")),
        refused("'nobodys' is no function on the class path", p -> EDITS.setFwd(p, "nobodys")),
        refused("'nobodys' is no mirroring function", p -> EDITS.setAdapt(p, "nobodys")),
        refused("'nobodys' is no mirroring function", p -> EDITS.pin(p, "nobodys")),
        refused("'speed' is not monitored", p -> EDITS.setMonitorValues(p, "speed", 1, 1)),
        refused("secondary threshold", p -> EDITS.setMonitorValues(p, "pending", 1, 2)),
        refused("above 0", p -> EDITS.setMonitorValues(p, "pending", -1, 0)),
        refused("percent: is -200", p -> EDITS.setAdapt(p, AdjustedParameter.COALESCE, -200)),
        refused("is 'bold'", p -> EDITS.setPolicy(p, "bold", null, null, null)),
        refused("the staleness limit is 5 ms", p -> EDITS.setPolicy(p, "objective", 10L, 5L, null)),
        refused("is 'a b'", p -> EDITS.setFunction(p, "a b", "rules: []", "", 1)),
        refused("function 'x'", p -> EDITS.setFunction(p, "x", "rules: [{}]", "", 1)),
        refused(
            "FlightStatus is essential",
            p ->
                EDITS.setComplexSeq(
                    p, Match.any("FlightPosition"), "FlightStatus", Duration.ofHours(1))));
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
      parameters = EDITS.setFunction(parameters, "f" + i, long60, "", 50);
    }
    Parameters full = parameters;

    assertThatThrownBy(() -> EDITS.setFunction(full, "one-more", long60, "", 50))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("at most 262144");
    assertThat(EDITS.setFunction(full, "f0", "rules: []\n", "", 50).getFunctions()).hasSize(6);
  }
}
