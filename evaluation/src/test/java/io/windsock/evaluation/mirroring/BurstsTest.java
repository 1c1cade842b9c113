package io.windsock.evaluation.mirroring;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.evaluation.experiment.Experiment.Moment;
import io.windsock.evaluation.plot.Band;
import java.util.List;
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
  void shouldFindTheHighestValueAtTheEndOfAPauseAfterABurst() {
    List<Moment> line =
        List.of(
            new Moment(2.5, "delay", 900), // before the first burst
            new Moment(9.5, "delay", 300), // the latest before the second one
            new Moment(10.5, "pending", 700),
            new Moment(11.5, "delay", 800), // in it
            new Moment(18.5, "delay", 200));

    assertThat(bursts.afterPauses(line, "delay")).isEqualTo(300);
    assertThat(bursts.afterPauses(line.subList(1, 4), "delay")).isEqualTo(800);
    assertThat(bursts.afterPauses(List.of(), "delay")).isZero();
  }

  @Test
  void shouldBeginNoBurstInTheLastPause() {
    assertThat(bursts.beginsAt(3)).isTrue();
    assertThat(bursts.beginsAt(11)).isTrue();
    assertThat(bursts.beginsAt(19)).isFalse();
    assertThat(bursts.beginsAt(0)).isFalse();
  }
}
