package io.windsock.site.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When work stands still, by a clock that the test moves. */
class StandstillTest {
  private static final long LOOK_MS = 100;

  private long nowMs = -5_000;
  private long step = 1;
  private final Standstill work = new Standstill(nowMs);

  /** Looks for a while; answers the last. */
  private long pass(long ms, boolean moves) {
    long since = Standstill.MOVES;
    for (long passed = 0; passed < ms; passed += LOOK_MS) {
      nowMs += LOOK_MS;
      step += moves ? 1 : 0;
      since = work.look(step, nowMs);
    }
    return since;
  }

  @Test
  void shouldFindWorkThatDoesNotComeBackWithinThreeSecondsAndThatItGoesOnAtOnce() {
    assertThat(pass(60_000, true)).isEqualTo(Standstill.MOVES);
    long stoppedMs = nowMs;

    assertThat(pass(2_000, false)).isEqualTo(Standstill.MOVES);
    assertThat(pass(300, false)).isEqualTo(stoppedMs);
    assertThat(pass(3_600_000, false)).isEqualTo(stoppedMs);

    assertThat(pass(LOOK_MS, true)).isEqualTo(Standstill.MOVES);
  }

  @Test
  void shouldLetLongWorkBeThatGetsOn() {
    for (int steps = 0; steps < 100; steps++) {
      assertThat(pass(1_900, false)).isEqualTo(Standstill.MOVES);
      pass(LOOK_MS, true);
    }
  }

  @Test
  void shouldNotTakeAPauseOfTheProcessForAStandstill() {
    pass(5_000, true);
    for (int pause = 0; pause < 5; pause++) {
      nowMs += 60_000;
      assertThat(work.look(step, nowMs)).isEqualTo(Standstill.MOVES);
      assertThat(pass(1_000, true)).isEqualTo(Standstill.MOVES);
    }
  }

  @Test
  void shouldFindNothingWhereThereIsNothingToDo() {
    step = Standstill.IDLE;

    assertThat(pass(60_000, false)).isEqualTo(Standstill.MOVES);
    step = 7;
    assertThat(pass(2_000, false)).isEqualTo(Standstill.MOVES);
  }
}
