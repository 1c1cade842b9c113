package io.windsock.control.params;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.call.AdjustedParameter;
import io.windsock.contracts.call.MirroringCall.SetPolicy;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.wire.FunctionSettings;
import io.windsock.contracts.wire.Parameters;
import io.windsock.control.testing.Samples;
import io.windsock.rules.config.RuleSet;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The numbers and the modes that metrics tell of parameters. */
class NumericParametersTest {
  private static final Catalogue CATALOGUE = Catalogue.builtIn("airline");
  private static final Parameters DEFAULTS =
      DefaultParameters.of(RuleSet.standard(CATALOGUE), null, 0, SetPolicy.THRESHOLDS);

  @Test
  void shouldTellTheFunctionInForceInItsAdjustableParameters() {
    Map<String, Double> normal = NumericParameters.of(DEFAULTS, CATALOGUE);
    Map<String, Double> busy =
        NumericParameters.of(new ParameterEdits(CATALOGUE).level(DEFAULTS, 1), CATALOGUE);

    assertThat(normal).containsEntry("checkpointEvery", 50.0).containsEntry("coalesceNumber", 10.0);
    assertThat(busy)
        .containsEntry("checkpointEvery", 100.0)
        .containsEntry("coalesceNumber", 20.0)
        .containsEntry("coalesce", 1.0)
        .containsEntry("overwriteLength", 20.0)
        .containsEntry("level", 1.0);
    for (AdjustedParameter parameter : AdjustedParameter.values()) {
      assertThat(busy).containsKey(parameter.toString());
    }
  }

  @Test
  void shouldTellDurationsInSeconds() {
    assertThat(NumericParameters.of(Samples.parameters(1, 0), CATALOGUE))
        .containsEntry("updateDelayGoal", 0.2)
        .containsEntry("stalenessLimit", 5.0)
        .containsEntry("hold", 2.0);
  }

  @Test
  void shouldTellWhatItCanOfAFunctionThatIsNotHere() {
    String rules = "rules: [{name: x, rule: function, function: elsewhere}]";
    Parameters foreign =
        Parameters.newBuilder(DEFAULTS)
            .setInForce(new FunctionSettings("elsewhere", rules, "", 70))
            .build();
    assertThat(NumericParameters.of(foreign, CATALOGUE))
        .containsEntry("checkpointEvery", 70.0)
        .doesNotContainKey("overwriteLength");
  }

  @ParameterizedTest
  @CsvSource({
    "normal, normal",
    "normal–busy 43 %, normal–busy",
    "normal adjusted 7 %, normal adjusted",
    "lane 5, lane 5"
  })
  void shouldNameAModeWithoutItsLevel(String inForce, String mode) {
    assertThat(ModeName.of(inForce)).isEqualTo(mode);
  }

  @ParameterizedTest
  @CsvSource({
    "normal, normal, false",
    "normal, busy, true",
    "normal, normal–busy 43 %, true",
    "normal–busy 43 %, normal–busy 50 %, false"
  })
  void shouldTakeAnotherLevelForNoOtherMode(String from, String to, boolean changed) {
    assertThat(ModeName.changed(Samples.decision(1, 2, from, to, "why"))).isEqualTo(changed);
  }
}
