package io.windsock.platform.http.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OriginsTest {
  /** Nobody can connect to it, so nobody is sent there. */
  @ParameterizedTest
  @ValueSource(
      strings = {"http://0.0.0.0:8090", "http://[::]:8090", "http://[0:0:0:0:0:0:0:0]:8090"})
  void shouldNotNameAnAddressThatStandsForAll(String bound) {
    Origins origins = new Origins(() -> bound, () -> List.of("http://c1.example:8090", bound));

    assertThat(origins.urls()).containsExactly("http://c1.example:8090");
    assertThat(origins.sources()).isEqualTo("'self' http://c1.example:8090");
  }

  @Test
  void shouldNameItselfFirstAndEachOnce() {
    Origins origins =
        new Origins(
            () -> "http://10.0.0.7:8090/",
            () -> List.of("http://c2.example:8090", "http://10.0.0.7:8090"));

    assertThat(origins.urls()).containsExactly("http://10.0.0.7:8090", "http://c2.example:8090");
  }
}
