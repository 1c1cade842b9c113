package io.windsock.testbed.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Failure;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StormOptionsTest {
  private static final List<URI> SITES = List.of(URI.create("http://127.0.0.1:8080"));

  @ParameterizedTest
  @CsvSource({
    "all, /v1/subscribe?view=all",
    "arrivals/EGLL, /v1/subscribe?view=arrivals&airport=EGLL",
    "gauges?coast=north, /v1/subscribe?view=gauges&coast=north",
  })
  void shouldAskForTheView(String view, String target) {
    StormOptions options = StormOptions.burst(SITES, view, 1, Duration.ZERO, Duration.ZERO);

    assertThat(options.target()).isEqualTo(target);
  }

  @Test
  void shouldNameEveryFault() {
    assertThatThrownBy(
            () ->
                new StormOptions(
                    List.of(URI.create("ftp://x")),
                    " ",
                    0,
                    StormPattern.sine,
                    Duration.ofSeconds(-1),
                    Double.NaN,
                    Duration.ofDays(2),
                    Duration.ZERO))
        .isInstanceOfSatisfying(
            ConfigurationException.class, e -> assertThat(e.faults()).hasSize(7))
        .hasMessageContaining("--site: is 'ftp://x'")
        .hasMessageContaining("--clients: is 0; it must be 1 to 25000");
  }

  @Test
  void shouldSayWhatToDoWhenTooFewFilesMayBeOpen() {
    assertThatThrownBy(() -> OpenFiles.check(5_000, 1, 60, 1_024))
        .isInstanceOf(Failure.class)
        .hasMessage(
            "5000 displays need 5260 open files, and this process may have 1024: run 'ulimit -n"
                + " 5260' first, or give --clients 764 at the most");
    OpenFiles.check(5_000, 1, 60, 5_260);
    assertThatThrownBy(() -> OpenFiles.check(10_000, 2, 300, 20_000))
        .hasMessageContaining("10000 displays need 20500 open files")
        .hasMessageContaining("give --clients 9750 at the most");
    OpenFiles.check(9_750, 2, 300, 20_000);
  }
}
