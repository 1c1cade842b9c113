package io.windsock.evaluation.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MachineLoadTest {
  private static final MachineLoad EARLIER = MachineLoad.parse("cpu  100 0 50 800 40 0 5 5 0 0");
  private static final MachineLoad LATER = MachineLoad.parse("cpu  150 0 60 1000 50 0 5 35 70 0");

  @Test
  void shouldSumWithoutGuestTime() {
    assertThat(EARLIER).isEqualTo(new MachineLoad(1000, 840, 5));
  }

  @Test
  void shouldTellSharesSinceAnEarlierMoment() {
    MachineLoad between = LATER.since(EARLIER);

    assertThat(between).isEqualTo(new MachineLoad(300, 210, 30));
    assertThat(between.stolenShare()).isEqualTo(0.1);
    assertThat(between.idleShare()).isEqualTo(0.7);
  }

  @Test
  void shouldHaveNoSharesOfNoTime() {
    assertThat(LATER.since(LATER).stolenShare()).isZero();
  }

  @Test
  void shouldReadThisMachine() {
    MachineLoad now = MachineLoad.now();

    assertThat(now.total()).isPositive();
    assertThat(now.idle()).isBetween(0L, now.total());
  }
}
