package io.windsock.evaluation.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;
import static org.assertj.core.data.Percentage.withPercentage;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HighestLoadTest {
  private final List<String> notes = new ArrayList<>();
  private final List<Double> tried = new ArrayList<>();

  private Duration upTo(double capacity, double load) {
    tried.add(load);
    return load <= capacity ? Duration.ofMillis(100) : Duration.ofSeconds(3);
  }

  @ParameterizedTest
  @CsvSource({"100, 100, 100", "100, 130, 121", "100, 95, 90.909", "100, 300, 285.3"})
  void shouldFindTheHighestLoadThatIsKeptUpWith(double first, double capacity, double highest)
      throws InterruptedException {
    HighestLoad search = new HighestLoad("events/s", 1.1, load -> upTo(capacity, load), notes::add);

    assertThat(search.from(first)).isCloseTo(highest, withPercentage(0.1));
    assertThat(notes).isEmpty();
  }

  @Test
  void shouldBeginWithLargeSteps() throws InterruptedException {
    HighestLoad search = new HighestLoad("events/s", 1.1, load -> upTo(300, load), notes::add);

    assertThat(search.from(100)).isCloseTo(285.3, withPercentage(0.1));
    assertThat(tried).startsWith(100.0, 100 * Math.pow(1.1, 3));
    assertThat(tried).hasSizeLessThan(16); // of 11 steps, most of them missed
  }

  @Test
  void shouldTryAgainWhenATrialIsNotClear() throws InterruptedException {
    List<Duration> trials =
        new ArrayList<>(
            List.of(
                Duration.ofMillis(100), // 100: clear
                Duration.ofMillis(700), // 110: not clear
                Duration.ofMillis(500), // not clear
                Duration.ofMillis(550), // two of three keep up
                Duration.ofSeconds(2), // 121: late
                Duration.ofSeconds(2))); // late again
    HighestLoad search = new HighestLoad("events/s", 1.1, load -> trials.remove(0), notes::add);

    assertThat(search.roughly(100)).isCloseTo(110, offset(1e-6));
    assertThat(trials).isEmpty();
  }

  @Test
  void shouldSearchAgainUntilTheNodeIsWarm() throws InterruptedException {
    HighestLoad search =
        new HighestLoad(
            "events/s", 1.1, load -> upTo(tried.size() < 4 ? 105 : 125, load), notes::add);

    assertThat(search.from(100)).isCloseTo(121, offset(1e-6));
  }

  @Test
  void shouldSearchOnFromWhereADisturbanceHadSentIt() throws InterruptedException {
    HighestLoad search =
        new HighestLoad(
            "events/s", 1.1, load -> upTo(tried.size() < 8 ? 40 : 200, load), notes::add);

    assertThat(search.from(100)).isCloseTo(194.9, withPercentage(0.1));
    assertThat(notes).isEmpty();
  }

  @Test
  void shouldNotTakeOneLateTrialForTheLimit() throws InterruptedException {
    List<Double> disturbed = new ArrayList<>(List.of(110.0, 121.0));
    HighestLoad search =
        new HighestLoad(
            "events/s",
            1.1,
            load -> {
              boolean late = disturbed.removeIf(each -> Math.abs(each - load) < 1);
              return late ? Duration.ofSeconds(3) : upTo(125, load);
            },
            notes::add);

    assertThat(search.from(100)).isCloseTo(121, offset(1e-6));
    assertThat(disturbed).isEmpty();
  }

  @Test
  void shouldSayThatTheLoadRemainsUncertain() throws InterruptedException {
    HighestLoad search =
        new HighestLoad("requests/s", 2, load -> upTo(Double.MAX_VALUE, load), notes::add);

    assertThat(search.roughly(1)).isEqualTo(4096);
    assertThat(notes).singleElement().asString().contains("between 1 and 4096 requests/s");
  }
}
