package io.windsock.evaluation.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.ConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineConditionTest {
  @Test
  void shouldReadWhatItPrints() {
    LineCondition condition = new LineCondition(100, 10_000, 10);
    assertThat(LineCondition.parse(condition.toString())).isEqualTo(condition);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "1:2", "1:2:3:4", "x:1:1", "60001:1:1", "1:0:1", "1:1:1001", "-1:1:1"})
  void shouldRefuseAnythingElse(String text) {
    assertThatThrownBy(() -> LineCondition.parse(text))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("line");
  }
}
