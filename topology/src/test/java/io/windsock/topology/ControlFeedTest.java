package io.windsock.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.rules.config.RuleSet;
import io.windsock.topology.receive.ParametersReader;
import io.windsock.topology.receive.TaskParameters;
import org.junit.jupiter.api.Test;

class ControlFeedTest {
  private static final String LATEST =
      "rules: [{name: a, rule: overwrite, type: FlightPosition, mode: latest, length: 2}]";

  private static RuleSet rules(String yaml) {
    return RuleSet.parse(yaml, "rules.yaml", Events.CATALOGUE);
  }

  private static TopologyConfig.Builder config() {
    return TopologyConfig.builder(Events.CATALOGUE).bootstrapServers("localhost:1");
  }

  @Test
  void shouldNotWarnOfAFirstStartUnderTheDomainsOwnRules() throws Exception {
    TaskParameters first =
        new ParametersReader(Events.CATALOGUE).read(Events.parameters(1, LATEST, "", 20, 0));

    assertThat(ControlFeed.replaced(first, config().build())).isEmpty();
    assertThat(ControlFeed.replaced(first, config().domainRules(rules("rules: []")).build()))
        .isEmpty();
  }

  @Test
  void shouldSayThatAControllersParametersReplaceOtherRules() throws Exception {
    TaskParameters first =
        new ParametersReader(Events.CATALOGUE).read(Events.parameters(7, LATEST, "", 20, 0));

    assertThat(ControlFeed.replaced(first, config().rules(rules("rules: []")).build()))
        .contains("epoch 7")
        .contains("function 'test'");
    assertThat(ControlFeed.replaced(first, config().rules(rules(LATEST)).build())).isEmpty();
  }
}
