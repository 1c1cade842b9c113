package io.windsock.platform.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SweepTest {
  private static final long MS = 1_000_000;

  private final Sweep sweep = new Sweep(MS, 15 * MS);

  @Test
  void shouldNotWaitWhileSweepsRunOnTime() {
    for (int i = 0; i < 100; i++) {
      sweep.ran(MS, false);
      assertThat(sweep.intervalNs()).isZero();
    }
  }

  @Test
  void shouldGrowUnderLoadUpToTheBound() {
    long[] expected = {1, 2, 4, 8, 15, 15};
    for (long ms : expected) {
      sweep.ran(20 * MS, false);
      assertThat(sweep.intervalNs()).isEqualTo(ms * MS);
    }
  }

  @Test
  void shouldGrowWhileThePeerIsSlow() {
    sweep.ran(0, true);
    assertThat(sweep.intervalNs()).isEqualTo(MS);
    sweep.ran(0, true);
    assertThat(sweep.intervalNs()).isEqualTo(2 * MS);
  }

  @Test
  void shouldShrinkStepByStepWhenLoadEnds() {
    for (int i = 0; i < 6; i++) {
      sweep.ran(20 * MS, false);
    }
    for (int ms = 14; ms >= 0; ms--) {
      sweep.ran(0, false);
      assertThat(sweep.intervalNs()).isEqualTo(ms * MS);
    }
    sweep.ran(0, false);
    assertThat(sweep.intervalNs()).isZero();
  }

  @Test
  void shouldCountLatenessBelowTheIntervalAsOnTime() {
    sweep.ran(20 * MS, false);
    sweep.ran(20 * MS, false);
    sweep.ran(2 * MS, false);
    assertThat(sweep.intervalNs()).isEqualTo(MS);
  }
}
