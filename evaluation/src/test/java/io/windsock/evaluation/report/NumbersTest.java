package io.windsock.evaluation.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "5, 5",
    "12.345, 12.3",
    "0.98765, 0.988",
    "0.00012345, 0.000123",
    "999.4, 999",
    "999.6, '1,000'",
    "1234.5, '1,235'",
    "-1234567.8, '-1,234,568'",
    "-0.5, -0.5"
  })
  void shouldShowThreeDigitsOrTheInteger(double number, String text) {
    assertThat(Numbers.text(number)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "12.345, 12.3",
    "98.96, 99",
    "99.0, 99",
    "99.85719, 99.857",
    "99.99999, 99.999",
    "100.0, 100",
    "163.98, 164"
  })
  void shouldNotRoundAlmostAllToAll(double percent, String text) {
    assertThat(Numbers.percentage(percent)).isEqualTo(text);
  }

  @Test
  void shouldShowAShareInPercent() {
    assertThat(Numbers.percent(0.256)).isEqualTo("25.6 %");
  }
}
