package io.windsock.cli.show;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlainTest {
  @ParameterizedTest
  @CsvSource({"BA123, BA123", "Zürich ✈, Zürich ✈", "'', ''"})
  void shouldLeaveTextAsItIs(String text, String plain) {
    assertThat(Plain.of(text)).isEqualTo(plain);
  }

  @ParameterizedTest
  @CsvSource({"10, \\u000a", "27, \\u001b", "0, \\u0000", "155, \\u009b", "8238, \\u202e"})
  void shouldEscapeWhatATerminalWouldObey(int character, String escape) {
    assertThat(Plain.of("a" + (char) character + "b")).isEqualTo("a" + escape + "b");
  }
}
