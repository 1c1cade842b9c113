package io.windsock.cli.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class AmountConverterTest {
  private final AmountConverter converter = new AmountConverter();

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "50000, 50000",
    "50_000, 50000",
    "1_000_000, 1e6",
    "1e6, 1e6",
    "2.5E3, 2500",
    "0.1, 0.1"
  })
  void shouldParse(String text, double expected) {
    assertThat(converter.convert(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "-1", "1e-3", "NaN", "Infinity", "1,000", "5_0", "_1", "1e", "ten", "1e999"})
  void shouldRefuse(String text) {
    assertThatThrownBy(() -> converter.convert(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessage("'" + text + "' is not an amount; write it as 50000, 50_000, 0.5 or 1e6");
  }
}
