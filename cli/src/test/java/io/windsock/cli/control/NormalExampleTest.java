package io.windsock.cli.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.call.MirroringCall.SetPolicy;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.control.params.DefaultParameters;
import io.windsock.rules.config.RuleSet;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class NormalExampleTest {
  @Test
  void shouldBeTheFunctionThatShips() {
    Catalogue catalogue = Catalogue.builtIn("airline");
    var shipped =
        DefaultParameters.of(RuleSet.standard(catalogue), null, 0, SetPolicy.THRESHOLDS)
            .getInForce();

    RuleSet example = RuleSet.load(Path.of("../docs/examples/rules/normal.yaml"), catalogue);

    assertThat(shipped.getName()).isEqualTo(DefaultParameters.NORMAL);
    assertThat(example.text()).isEqualTo(shipped.getRules());
    assertThat(shipped.getCheckpointEvery()).isEqualTo(50); // what set-function sets by default
  }
}
