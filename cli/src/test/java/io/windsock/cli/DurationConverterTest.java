package io.windsock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.cli.option.DurationConverter;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class DurationConverterTest {
  private final DurationConverter converter = new DurationConverter();

  @ParameterizedTest
  @CsvSource({"500ms, 500", "20s, 20000", "5m, 300000", "1h, 3600000", "1.5m, 90000", "0s, 0"})
  void shouldReadATimeWithItsUnit(String text, long ms) {
    assertThat(converter.convert(text)).isEqualTo(Duration.ofMillis(ms));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5", "s", "-1s", "1.5", "1.s", "1 s", "1d", "99999999999h"})
  void shouldSayHowATimeIsWritten(String text) {
    assertThatThrownBy(() -> converter.convert(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageContaining("'" + text + "'")
        .hasMessageContaining("20s");
  }
}
