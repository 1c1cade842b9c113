package io.windsock.evaluation.lab;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WarmUpTest {
  private static WarmUp after(WarmUp warmUp, double... us) {
    for (double run : us) {
      warmUp.add(run);
    }
    return warmUp;
  }

  @Test
  void shouldContinueWhileRunsGetCheaper() {
    WarmUp warmUp = after(new WarmUp(2, 100), 4, 3, 2, 1.5, 1.2, 1);

    assertThat(warmUp.isFlat()).isFalse();
    assertThat(warmUp.isOver()).isFalse();
  }

  @Test
  void shouldEndWhenRunsCostAsMuchAsBefore() {
    WarmUp warmUp = after(new WarmUp(2, 100), 4, 3, 1, 1.1, 1.05, 1.02);

    assertThat(warmUp.isFlat()).isTrue();
    assertThat(warmUp.text("an event")).startsWith("costs were flat after 6 runs");
  }

  @Test
  void shouldNotJudgeFewerRunsThanTwoWindows() {
    assertThat(after(new WarmUp(3, 100), 1, 1, 1, 1, 1).isOver()).isFalse();
  }

  @Test
  void shouldEndAfterTheMostRunsAndSayThatCostsWereNotFlat() {
    WarmUp warmUp = after(new WarmUp(2, 4), 4, 3, 2, 1);

    assertThat(warmUp.isOver()).isTrue();
    assertThat(warmUp.isFlat()).isFalse();
    assertThat(warmUp.text("an event"))
        .startsWith(
            "costs were not flat after 4 runs; the median of the first 2 was 3.5 µs an event");
  }
}
