package io.windsock.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WatchedTimeTest {
  private static final long LOOK_MS = 1000;

  private long clockMs = 5000;
  private final WatchedTime time =
      new WatchedTime(() -> TimeUnit.MILLISECONDS.toNanos(clockMs), LOOK_MS);
  private final long startMs = time.look() / 1_000_000;

  private long passedMs() {
    return time.nowNs() / 1_000_000 - startMs;
  }

  private long lookAfter(long ms) {
    clockMs += ms;
    return time.look() / 1_000_000 - startMs;
  }

  @Test
  void shouldCountTheTimeBetweenLooks() {
    clockMs += 700;
    assertThat(passedMs()).isEqualTo(700);
    assertThat(lookAfter(300)).isEqualTo(1000);
    assertThat(lookAfter(1900)).as("a late look").isEqualTo(2900);
  }

  @Test
  void shouldNotCountAPause() {
    assertThat(lookAfter(LOOK_MS)).isEqualTo(1000);
    assertThat(lookAfter(3_600_000)).as("an hour's pause, for two looks").isEqualTo(3000);
    clockMs += 10;
    assertThat(passedMs()).isEqualTo(3010);
    assertThat(lookAfter(LOOK_MS)).isEqualTo(4010);
  }
}
