package io.windsock.evaluation.mirroring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TakingRateTest {
  private final List<Double> tried = new ArrayList<>();
  private final List<Double> uncertain = new ArrayList<>();

  @ParameterizedTest
  @CsvSource({"100, 400", "400, 400", "100, 5000", "2000, 400"})
  void shouldFindTheRate(double first, double all) throws InterruptedException {
    TakingRate search = new TakingRate(0.25, rate -> rate / all, uncertain::add);

    assertThat(search.from(first)).isCloseTo(0.25 * all, withPercentage(1));
    assertThat(uncertain).isEmpty();
  }

  @Test
  void shouldAskOnceIfTheFirstIsNear() throws InterruptedException {
    TakingRate search =
        new TakingRate(
            0.25,
            rate -> {
              tried.add(rate);
              return 0.22;
            },
            uncertain::add);

    assertThat(search.from(88)).isCloseTo(100, withPercentage(1));
    assertThat(tried).containsExactly(88.0);
  }

  @Test
  void shouldRaiseTheRateWhileNothingCanBeSeen() throws InterruptedException {
    TakingRate search =
        new TakingRate(0.25, rate -> rate < 500 ? -0.02 : rate / 4_000, uncertain::add);

    assertThat(search.from(100)).isCloseTo(1_000, withPercentage(1));
  }

  @Test
  void shouldSayIfNoRateWasFound() throws InterruptedException {
    TakingRate search = new TakingRate(0.25, rate -> 0.9, uncertain::add);
    var unused = search.from(100);

    assertThat(uncertain).containsExactly(0.9);
  }
}
