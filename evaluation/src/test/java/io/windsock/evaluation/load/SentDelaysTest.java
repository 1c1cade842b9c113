package io.windsock.evaluation.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

class SentDelaysTest {
  private static final long START_MS = 1_000_000;

  private final SentDelays delays = new SentDelays(START_MS, 3);

  private void add(long afterMs, long delayMs) {
    delays.add(START_MS + afterMs, delayMs);
  }

  @Test
  void shouldCountEachSecondAlike() {
    for (int i = 0; i < 100; i++) {
      add(i, 100);
    }
    add(1_500, 400);
    add(2_000, 700);

    assertThat(delays.meanMs()).isEqualTo(400);
  }

  @Test
  void shouldCountWhatWasLateInTheSecondInWhichItWasSent() {
    add(0, 0);
    add(1_000, 100);
    add(2_999, 9_000); // it came long after the last second

    assertThat(delays.meanMs())
        .isCloseTo(9_100 / 3.0, org.assertj.core.api.Assertions.within(1e-9));
  }

  @Test
  void shouldTakeASecondWithoutUpdatesForAsLateAsTheNext() {
    add(0, 100);
    add(2_500, 1_000);

    assertThat(delays.meanMs()).isEqualTo(700);
  }

  @Test
  void shouldLeaveOutWhatWasSentBeforeOrAfterAndSecondsOfWhichNothingFollows() {
    add(-1, 5_000);
    add(3_000, 5_000);
    add(500, 100);

    assertThat(delays.meanMs()).isEqualTo(100);
  }

  @Test
  void shouldRefuseARunWithoutUpdates() {
    assertThatIllegalStateException().isThrownBy(delays::meanMs).withMessageContaining("no update");
  }
}
