package io.windsock.site;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RepairPaceTest {
  private final RepairPace pace = new RepairPace();

  @Test
  void shouldWaitLongerBeforeEachRepairThatFollowsSoon() {
    assertThat(pace.beforeRepairMs(0)).isEqualTo(RepairPace.FIRST_WAIT_MS);
    assertThat(pace.beforeRepairMs(1_000)).isEqualTo(2 * RepairPace.FIRST_WAIT_MS);
    long nowMs = 1_000;
    for (int i = 0; i < 20; i++) {
      nowMs += 1_000;
      pace.beforeRepairMs(nowMs);
    }
    assertThat(pace.beforeRepairMs(nowMs)).isEqualTo(RepairPace.LAST_WAIT_MS);
    assertThat(pace.beforeRepairMs(nowMs + RepairPace.CALM_MS + 1))
        .isEqualTo(RepairPace.FIRST_WAIT_MS);
  }

  @Test
  void shouldRebuildOnlySoOftenWithinAnHour() {
    for (int i = 0; i < RepairPace.MAX_REBUILDS; i++) {
      assertThat(pace.mayRebuild(i)).isTrue();
    }
    assertThat(pace.mayRebuild(RepairPace.WINDOW_MS)).isFalse();
    assertThat(pace.mayRebuild(RepairPace.WINDOW_MS + 1)).isTrue();
    assertThat(pace.mayRebuild(RepairPace.WINDOW_MS + 1)).isFalse();
  }
}
