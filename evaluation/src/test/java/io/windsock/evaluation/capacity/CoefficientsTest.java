package io.windsock.evaluation.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CoefficientsTest {
  @Test
  void shouldReadWhatItWrote(@TempDir Path folder) throws IOException {
    Coefficients builtIn = Coefficients.builtIn();
    Path file = Files.writeString(folder.resolve("mine.json"), builtIn.json());

    assertThat(Coefficients.read(file)).isEqualTo(builtIn);
  }

  @Test
  void shouldContainPlausibleCosts() {
    Coefficients builtIn = Coefficients.builtIn();

    Work event = Work.idle().with(Quantity.EVENTS, 1).with(Quantity.EVENT_KB, 1);
    for (Cost cost : List.of(builtIn.siteUs(), builtIn.brokerUs(), builtIn.topologyUs())) {
      assertThat(cost.of(event) - cost.of(Work.idle())).isBetween(0.5, 100.0);
    }
    assertThat(builtIn.siteUs().perUnit().get(Quantity.BASE)).isPositive();
    assertThat(builtIn.origin().date()).matches("\\d{4}-\\d{2}-\\d{2}");
  }

  @Test
  void shouldRefuseAnotherFile(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("mine.json"), "{\"a\": 1}");

    assertThatThrownBy(() -> Coefficients.read(file))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("mine.json has no coefficients");
  }

  @Test
  void shouldRefuseACostBelowZero() {
    assertThatThrownBy(() -> new Cost(Map.of(Quantity.EVENTS, -1.0), 0, 1))
        .hasMessage("a unit of events costs -1.0; it must be 0 or more");
  }
}
