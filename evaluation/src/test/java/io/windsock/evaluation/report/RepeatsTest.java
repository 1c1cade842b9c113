package io.windsock.evaluation.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.evaluation.data.Spread;
import io.windsock.evaluation.report.Repeats.Repeat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RepeatsTest {
  private static Finding finding(double... rounds) {
    return new Finding("Delay", Spread.of(rounds), "ms", "", "", null, "");
  }

  @ParameterizedTest
  @CsvSource({"9, false", "10, true", "20, true", "30, true", "31, false"})
  void shouldTellWhetherTheMedianIsWithin(double median, boolean within) {
    Repeat repeat = new Repeat("A", finding(10, 20, 30), finding(median));

    assertThat(repeat.isWithin()).isEqualTo(within);
  }

  @Test
  void shouldPrintBothRuns() {
    Repeats repeats =
        new Repeats(
            List.of(
                new Repeat("A", finding(10, 20, 30), finding(1, 2, 3)),
                new Repeat("B", finding(10, 20, 30), finding(12, 22, 32))));

    assertThat(repeats.markdown())
        .contains("1 of 2 medians of the second run")
        .contains("| A | Delay | 20 ms (10 to 30, 3 rounds) | 2 ms (1 to 3, 3 rounds) | no |")
        .contains("| B | Delay | 20 ms (10 to 30, 3 rounds) | 22 ms (12 to 32, 3 rounds) | yes |");
  }
}
