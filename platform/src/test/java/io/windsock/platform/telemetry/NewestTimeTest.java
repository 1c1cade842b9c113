package io.windsock.platform.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NewestTimeTest {
  private static final long NOW = 1_000_000;

  private final NewestTime newest = new NewestTime();

  @Test
  void shouldBeTheTimeOfTheNewestRecord() {
    assertThat(newest.ms()).isEqualTo(Long.MIN_VALUE);

    assertThat(newest.note(NOW)).isFalse();
    assertThat(newest.note(NOW + 5)).isFalse();
    assertThat(newest.note(NOW + 3)).isFalse();

    assertThat(newest.ms()).isEqualTo(NOW + 5);
  }

  @Test
  void shouldFollowAClockThatGoesBack() {
    newest.note(NOW + 60_000);

    assertThat(newest.note(NOW + 60_000 - Members.ALIVE_MS)).isFalse();
    assertThat(newest.ms()).isEqualTo(NOW + 60_000);
    assertThat(newest.note(NOW)).isTrue();
    assertThat(newest.ms()).isEqualTo(NOW);
    assertThat(newest.note(NOW + 1)).isFalse();
    assertThat(newest.ms()).isEqualTo(NOW + 1);
  }
}
