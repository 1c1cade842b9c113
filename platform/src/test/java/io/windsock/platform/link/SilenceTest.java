package io.windsock.platform.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** By a clock that the test moves. */
class SilenceTest {
  private static final long LOOK_MS = 100;

  private long nowMs = 5_000;
  private final Silence silence = new Silence(TimeUnit.MILLISECONDS.toNanos(nowMs));

  /** Returns for how long the peer has been silent when the next look is so much later, ms. */
  private long lookAfter(long ms) {
    nowMs += ms;
    return TimeUnit.NANOSECONDS.toMillis(silence.look(TimeUnit.MILLISECONDS.toNanos(nowMs)));
  }

  @Test
  void shouldCountTheTimeBetweenLooks() {
    assertThat(lookAfter(LOOK_MS)).isEqualTo(100);
    assertThat(lookAfter(20)).isEqualTo(120);
    assertThat(lookAfter(250)).as("a late look").isEqualTo(370);
  }

  @Test
  void shouldBeginAgainWithWhateverArrives() {
    assertThat(lookAfter(LOOK_MS)).isEqualTo(100);
    nowMs += 60;
    silence.end(TimeUnit.MILLISECONDS.toNanos(nowMs));
    assertThat(lookAfter(40)).isEqualTo(40);
  }

  @Test
  void shouldNotTakeAPauseOfThisProcessForTheSilenceOfItsPeers() {
    assertThat(lookAfter(LOOK_MS)).isEqualTo(100);
    assertThat(lookAfter(3_600_000)).as("an hour's pause").isEqualTo(350);
    assertThat(lookAfter(LOOK_MS)).isEqualTo(450);
  }
}
