package io.windsock.testbed.calls.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.testbed.calls.plan.PlannedAction.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlannedActionTest {
  @Test
  void shouldParseActions() {
    assertThat(PlannedAction.parse("10s=kill:4711"))
        .isEqualTo(new PlannedAction(10_000, Kind.kill, "4711"));
    assertThat(PlannedAction.parse("1.5m=run:echo a=b:c; true"))
        .isEqualTo(new PlannedAction(90_000, Kind.run, "echo a=b:c; true"));
    assertThat(PlannedAction.parse("250ms=stop: 12"))
        .isEqualTo(new PlannedAction(250, Kind.stop, "12"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "10s",
        "10=kill:1",
        "10s=kill",
        "10s=kill:",
        "10s=kill:0",
        "10s=kill:1",
        "10s=kill:-5",
        "10s=kill:x",
        "10s=halt:12",
        "-1s=kill:12",
        "10h=kill:12",
        "10s=run:"
      })
  void shouldRefuseOthers(String text) {
    assertThatThrownBy(() -> PlannedAction.parse(text))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("'" + text + "'");
  }

  @Test
  void shouldNotActOnThisProcess() {
    String text = "1s=kill:" + ProcessHandle.current().pid();
    assertThatThrownBy(() -> PlannedAction.parse(text))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("not of this one");
  }
}
