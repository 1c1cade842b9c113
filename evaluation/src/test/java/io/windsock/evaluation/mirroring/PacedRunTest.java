package io.windsock.evaluation.mirroring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PacedRunTest {
  @ParameterizedTest
  @CsvSource({
    "100 200 300 NaN, 200", // nothing came after the end
    "100 200 300 9000, 200", // what came after the end belongs to no second
    "100 NaN NaN 900 NaN, 700", // empty seconds were as late as the next one
    "100 NaN 900, 500", // or as what came after the end
    "100 NaN NaN, 100",
    "NaN NaN 900, 900",
  })
  void shouldCountEachSecondAlike(String bySecond, double expected) {
    List<Double> means = Arrays.stream(bySecond.split(" ", -1)).map(Double::parseDouble).toList();

    assertThat(PacedRun.overTime(means)).isEqualTo(expected);
  }

  @Test
  void shouldRefuseARunWithoutUpdates() {
    assertThatIllegalStateException()
        .isThrownBy(() -> PacedRun.overTime(List.of(Double.NaN, Double.NaN)))
        .withMessageContaining("no update came");
  }
}
