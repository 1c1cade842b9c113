package io.windsock.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.wire.Parameters;
import io.windsock.control.params.Mirroring;
import io.windsock.control.params.ParameterEdits;
import io.windsock.control.params.Written;
import io.windsock.rules.config.RuleSet;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DemoParametersTest {
  private static final Catalogue CATALOGUE = Catalogue.airline();
  private static final ParameterEdits EDITS = new ParameterEdits(CATALOGUE);
  private static final RuleSet RULES = RuleSet.standard(CATALOGUE);

  private final DemoParameters shipped = DemoParameters.shipped(RULES, 50, "thresholds");
  private final DemoParameters given = DemoParameters.given(RULES, RULES, 20, "off");

  /** The calls by which {@code wanted} changes {@code now}. */
  private static List<String> calls(DemoParameters wanted, Parameters now) {
    List<String> calls = new ArrayList<>();
    Object api =
        Proxy.newProxyInstance(
            Mirroring.class.getClassLoader(),
            new Class<?>[] {Mirroring.class},
            (proxy, method, arguments) -> {
              calls.add(method.getName() + (arguments == null ? "" : " " + arguments[0]));
              return new Written(1, List.of());
            });
    wanted.set(now, (Mirroring) api);
    return calls;
  }

  private static Parameters underGiven(Parameters before) {
    Parameters defined = EDITS.setFunction(before, "given", RULES.text(), "", 20);
    return EDITS.setPolicy(EDITS.setMirror(defined, "given"), "off", null, null, null);
  }

  @Test
  void shouldSetNothingWhereAllIsAsWanted() {
    assertThat(calls(shipped, shipped.initial())).isEmpty();
    assertThat(calls(given, underGiven(shipped.initial()))).isEmpty();
  }

  @Test
  void shouldMakeTheRulesOfThisStartTheBase() {
    assertThat(calls(given, shipped.initial()))
        .containsExactly("setPolicy off", "setFunction given", "setMirror given");
  }

  @Test
  void shouldTakeUpOtherRulesAndOtherCheckpoints() {
    Parameters before = underGiven(shipped.initial());
    RuleSet others = RuleSet.mirrorEverything(CATALOGUE);
    assertThat(calls(DemoParameters.given(RULES, others, 20, "off"), before))
        .containsExactly("setFunction given");
    assertThat(calls(DemoParameters.given(RULES, RULES, 30, "off"), before))
        .containsExactly("setFunction given");
  }

  @Test
  void shouldReleaseAPinnedFunctionOnlyWhereRulesAreGiven() {
    Parameters pinned = EDITS.pin(shipped.initial(), "busy");
    assertThat(calls(given, pinned)).contains("release");
    assertThat(calls(shipped, pinned)).isEmpty();
  }

  @Test
  void shouldGoBackToTheShippedFunctionButKeepWhatWasSetInIt() {
    Parameters changed = EDITS.setParams(shipped.initial(), true, 5, 40);
    assertThat(calls(shipped, changed)).isEmpty();
    assertThat(calls(shipped, underGiven(changed)))
        .containsExactly("setPolicy thresholds", "setMirror normal");
  }

  @Test
  void shouldMakeOtherCheckpointsAFunctionOfThisStart() {
    DemoParameters often = DemoParameters.shipped(RULES, 7, "thresholds");
    assertThat(calls(often, often.initial()))
        .containsExactly("setFunction given", "setMirror given");
    assertThat(often.rules().text()).isEqualTo(shipped.rules().text());
  }
}
