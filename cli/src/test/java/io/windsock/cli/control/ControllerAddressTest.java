package io.windsock.cli.control;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ControllerAddressTest {
  @ParameterizedTest
  @CsvSource({
    "localhost:8090, localhost:8090",
    "localhost:8090/console, localhost:8090",
    "http://127.0.0.1:8090/console/?x#y, http://127.0.0.1:8090",
    "http://127.0.0.1:8090/console#y, http://127.0.0.1:8090",
    "https://proxy/windsock/console, https://proxy/windsock",
    "https://proxy/consoles, https://proxy/consoles"
  })
  void shouldTakeTheConsolesAddressForTheControllers(String given, String base) {
    assertThat(ControllerAddress.base(given)).isEqualTo(base);
  }
}
