package io.windsock.site.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When what a site serves is old, and when not any more. */
class OutagesTest {
  private final Outages outages = new Outages(2);

  @Test
  void shouldLastUntilWhatWasMissedIsApplied() {
    outages.answered(0, 100, 90);
    assertThat(outages.sinceMs(0)).isEqualTo(Outages.NONE);
    outages.silent(0, -7, 0);
    outages.silent(0, -7, 0);
    assertThat(outages.sinceMs(0)).isEqualTo(-7);
    assertThat(outages.silent()).isEqualTo(1);

    outages.answered(0, 500, 100);
    assertThat(outages.silent()).isZero();
    assertThat(outages.sinceMs(0)).isEqualTo(-7);
    outages.answered(0, 900, 499);
    assertThat(outages.sinceMs(0)).isEqualTo(-7);
    outages.answered(0, 1_300, 500);

    assertThat(outages.sinceMs(0)).isEqualTo(Outages.NONE);
    assertThat(outages.sinceMs(1)).isEqualTo(Outages.NONE);
  }

  @Test
  void shouldLeaveASiteAsFarBehindAsItWas() {
    outages.silent(0, 3, 40);
    outages.answered(0, 500, 459);
    assertThat(outages.sinceMs(0)).isEqualTo(3);
    outages.answered(0, 510, 460);

    assertThat(outages.sinceMs(0)).isEqualTo(Outages.NONE);
  }

  @Test
  void shouldBeginAgainWhereTheLeaderFallsSilentMeanwhile() {
    outages.silent(0, 3, 0);
    outages.answered(0, 500, 100);
    outages.silent(0, 8, 400);
    outages.answered(0, 700, 500);
    assertThat(outages.sinceMs(0)).isEqualTo(3);
    outages.answered(0, 700, 700);

    assertThat(outages.sinceMs(0)).isEqualTo(Outages.NONE);
  }

  @Test
  void shouldEndWhereTheLogHasLostItsEnd() {
    outages.silent(1, 3, 0);
    outages.answered(1, 500, 100);
    outages.answered(1, 120, 120);

    assertThat(outages.sinceMs(1)).isEqualTo(Outages.NONE);
  }
}
