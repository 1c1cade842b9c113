package io.windsock.evaluation.mirroring;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.evaluation.plot.Band;
import org.junit.jupiter.api.Test;

class BurstsTest {
  private final Bursts bursts = new Bursts(2, 5, 3);

  @Test
  void shouldHaveAPauseBeforeAndAfterEachBurst() {
    assertThat(bursts.seconds()).isEqualTo(19);
    assertThat(bursts.bands()).containsExactly(new Band(3, 8, "burst"), new Band(11, 16, "burst"));
  }

  @Test
  void shouldContainTheMomentsOfBursts() {
    assertThat(bursts.contains(2.5)).isFalse();
    assertThat(bursts.contains(3)).isTrue();
    assertThat(bursts.contains(7.5)).isTrue();
    assertThat(bursts.contains(8)).isFalse();
    assertThat(bursts.contains(15.5)).isTrue();
    assertThat(bursts.contains(18.5)).isFalse();
  }

  @Test
  void shouldBeginNoBurstInTheLastPause() {
    assertThat(bursts.beginsAt(3)).isTrue();
    assertThat(bursts.beginsAt(11)).isTrue();
    assertThat(bursts.beginsAt(19)).isFalse();
    assertThat(bursts.beginsAt(0)).isFalse();
  }
}
