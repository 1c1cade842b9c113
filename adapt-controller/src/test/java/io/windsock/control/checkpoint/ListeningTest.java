package io.windsock.control.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ListeningTest {
  private static final long NEVER = Long.MIN_VALUE;

  private final Listening listening = new Listening(10_000, 500);

  /** Looks when a sample has just arrived. */
  private long look(long nowMs) {
    return listening.look(nowMs, nowMs);
  }

  @Test
  void shouldListenSinceTheStart() {
    for (long nowMs = 1500; nowMs < 60_000; nowMs += 5000) {
      assertThat(look(nowMs)).isEqualTo(500);
    }
  }

  @Test
  void shouldBeginAnewAfterAPause() {
    assertThat(look(1500)).isEqualTo(500);
    assertThat(look(6501)).isEqualTo(6501);
    assertThat(look(7501)).isEqualTo(6501);
  }

  @Test
  void shouldBeginAnewOnceBrokersAnswerAgain() {
    assertThat(look(1500)).isEqualTo(500);
    listening.cutOff();
    listening.cutOff();
    assertThat(look(2500)).isEqualTo(2500);
    assertThat(look(3500)).isEqualTo(2500);
  }

  /** The monitor topic is deleted and recreated; sites report again at different moments. */
  @Test
  void shouldBeginAnewOnceSamplesArriveAgain() {
    for (long nowMs = 1500; nowMs < 30_000; nowMs += 1000) {
      long expected = nowMs <= 6400 ? 500 : nowMs;
      assertThat(listening.look(nowMs, 1400)).as("at %s", nowMs).isEqualTo(expected);
    }
    assertThat(look(30_500)).isEqualTo(30_500);
    assertThat(look(31_500)).isEqualTo(30_500);
  }

  /**
   * Looks are seldom, and none falls into the time without samples that is over half the expiry.
   */
  @Test
  void shouldBeginAnewThoughNoLookSawTheGap() {
    assertThat(listening.look(1500, 1400)).isEqualTo(500);
    assertThat(listening.look(6000, 1400)).isEqualTo(500);
    assertThat(look(10_500)).isEqualTo(10_500);
    assertThat(look(11_500)).isEqualTo(10_500);
  }

  @Test
  void shouldListenToNobodyBeforeTheFirstSample() {
    assertThat(listening.look(1500, NEVER)).isEqualTo(500);
    assertThat(listening.look(6000, NEVER)).isEqualTo(6000);
    assertThat(listening.look(7000, NEVER)).isEqualTo(7000);
    assertThat(look(8000)).isEqualTo(8000);
    assertThat(look(9000)).isEqualTo(8000);
  }

  /** What the topic held at the start is no sign that samples arrive. */
  @Test
  void shouldBeginAnewWhereTheTopicHoldsOldSamplesOnly() {
    assertThat(listening.look(1500, -9000)).isEqualTo(500);
    assertThat(listening.look(2500, -9000)).isEqualTo(2500);
    assertThat(look(3500)).isEqualTo(3500);
    assertThat(look(4500)).isEqualTo(3500);
  }

  /** The machine's clock steps an hour forward; new samples set the estimate right. */
  @Test
  void shouldWaitNoLongerThanTheExpiryAfterAClockStep() {
    long stepMs = 3_600_000;
    assertThat(look(1500)).isEqualTo(500);
    assertThat(listening.look(2500 + stepMs, 2400)).isEqualTo(2500 + stepMs);
    assertThat(look(3500)).isEqualTo(3500);
    assertThat(look(4500)).isEqualTo(3500);
  }
}
