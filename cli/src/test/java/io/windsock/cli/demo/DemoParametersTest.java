package io.windsock.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.call.MirroringCall.Pin;
import io.windsock.contracts.call.MirroringCall.SetFunction;
import io.windsock.contracts.call.MirroringCall.SetMirror;
import io.windsock.contracts.call.MirroringCall.SetParams;
import io.windsock.contracts.call.MirroringCall.SetPolicy;
import io.windsock.contracts.call.Written;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.wire.Parameters;
import io.windsock.control.params.ParameterEdits;
import io.windsock.rules.config.RuleSet;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DemoParametersTest {
  private static final Catalogue CATALOGUE = Catalogue.builtIn("airline");
  private static final ParameterEdits EDITS = new ParameterEdits(CATALOGUE);
  private static final RuleSet RULES = RuleSet.standard(CATALOGUE);

  private final DemoParameters shipped = DemoParameters.shipped(RULES, 50, "thresholds");
  private final DemoParameters given = DemoParameters.given(RULES, RULES, 20, "off");

  /** The calls by which {@code wanted} changes {@code now}. */
  private static List<String> calls(DemoParameters wanted, Parameters now) {
    List<String> calls = new ArrayList<>();
    wanted.set(
        now,
        call -> {
          calls.add(call.reason());
          return new Written(1, List.of());
        });
    return calls;
  }

  private static Parameters underGiven(Parameters before) {
    Parameters defined = EDITS.apply(before, new SetFunction("given", RULES.text(), "", 20));
    return EDITS.apply(EDITS.apply(defined, new SetMirror("given")), new SetPolicy("off"));
  }

  @Test
  void shouldSetNothingWhereAllIsAsWanted() {
    assertThat(calls(shipped, shipped.initial())).isEmpty();
    assertThat(calls(given, underGiven(shipped.initial()))).isEmpty();
  }

  @Test
  void shouldMakeTheRulesOfThisStartTheBase() {
    assertThat(calls(given, shipped.initial()))
        .containsExactly("set policy off", "set function given", "set mirror given");
  }

  @Test
  void shouldTakeUpOtherRulesAndOtherCheckpoints() {
    Parameters before = underGiven(shipped.initial());
    RuleSet others = RuleSet.mirrorEverything(CATALOGUE);
    assertThat(calls(DemoParameters.given(RULES, others, 20, "off"), before))
        .containsExactly("set function given");
    assertThat(calls(DemoParameters.given(RULES, RULES, 30, "off"), before))
        .containsExactly("set function given");
  }

  @Test
  void shouldReleaseAPinnedFunctionOnlyWhereRulesAreGiven() {
    Parameters pinned = EDITS.apply(shipped.initial(), new Pin("busy"));
    assertThat(calls(given, pinned)).contains("release: the policy decides");
    assertThat(calls(shipped, pinned)).isEmpty();
  }

  @Test
  void shouldGoBackToTheShippedFunctionButKeepWhatWasSetInIt() {
    Parameters changed = EDITS.apply(shipped.initial(), new SetParams(true, 5, 40));
    assertThat(calls(shipped, changed)).isEmpty();
    assertThat(calls(shipped, underGiven(changed)))
        .containsExactly("set policy thresholds", "set mirror normal");
  }

  @Test
  void shouldMakeOtherCheckpointsAFunctionOfThisStart() {
    DemoParameters often = DemoParameters.shipped(RULES, 7, "thresholds");
    assertThat(calls(often, often.initial()))
        .containsExactly("set function given", "set mirror given");
    assertThat(often.rules().text()).isEqualTo(shipped.rules().text());
  }
}
