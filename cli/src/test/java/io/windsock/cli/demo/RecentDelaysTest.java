package io.windsock.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.site.update.UpdateDelay;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class RecentDelaysTest {
  private final Queue<UpdateDelay.Percentiles> measured =
      new ArrayDeque<>(List.of(delays(5, 40), delays(0, 0), delays(3, 900)));
  private final RecentDelays recent = new RecentDelays(measured::remove, 1_000);

  private static UpdateDelay.Percentiles delays(long events, long ms) {
    return new UpdateDelay.Percentiles(events, ms, ms, ms);
  }

  @Test
  void shouldShowTheDelaysOfTheLastSpanOnly() {
    assertThat(recent.at(1_500).events()).isZero();
    assertThat(recent.at(3_000)).isEqualTo(delays(5, 40));
    assertThat(recent.at(4_999)).isEqualTo(delays(5, 40));
    assertThat(recent.at(5_000)).isEqualTo(delays(0, 0));
    assertThat(recent.at(60_000)).isEqualTo(delays(3, 900));
  }
}
