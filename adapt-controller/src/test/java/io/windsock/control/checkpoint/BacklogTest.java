package io.windsock.control.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What the commit point does not cover, and how long that has been so. */
class BacklogTest {
  private static final long START = 1_000_000;

  private static Backlog at(long end, long committed) {
    return Backlog.unknown().next(List.of(end), List.of(committed), START);
  }

  private static Backlog next(Backlog before, long end, long committed, long laterMs) {
    return before.next(List.of(end), List.of(committed), START + laterMs);
  }

  @Test
  void shouldNotWaitForTheEndOfTheLastTransaction() {
    Backlog idle = at(101, 100);
    assertThat(idle.lag()).isEqualTo(1);
    assertThat(idle.ageMs(START + 60_000)).isZero();
  }

  @Test
  void shouldAgeWhileTheCommitPointStands() {
    Backlog waits = next(at(110, 100), 150, 100, 1_000);
    assertThat(waits.lag()).isEqualTo(50);
    assertThat(waits.ageMs(START + 3_000)).isEqualTo(3_000);
    assertThat(next(waits, 150, 149, 4_000).ageMs(START + 9_000)).isZero();
  }

  @Test
  void shouldBeginAnewWhenTheCommitPointAdvances() {
    Backlog advanced = next(at(110, 100), 150, 120, 1_000);
    assertThat(advanced.ageMs(START + 3_000)).isEqualTo(2_000);
  }

  @Test
  void shouldWaitOnWhenTheCommitPointGoesBackForASiteThatJoins() {
    Backlog back = next(at(110, 100), 110, 20, 1_000);
    assertThat(back.lag()).isEqualTo(90);
    assertThat(back.ageMs(START + 3_000)).isEqualTo(3_000);
  }

  @Test
  void shouldTellThePartitionThatWaitsLongest() {
    Backlog both = Backlog.unknown().next(List.of(10L, 10L), List.of(1L, 1L), START);
    Backlog one = both.next(List.of(20L, 20L), List.of(15L, 1L), START + 5_000);
    assertThat(one.lag()).isEqualTo(24);
    assertThat(one.ageMs(START + 7_000)).isEqualTo(7_000);
  }

  @Test
  void shouldAgeWithoutASiteThatCouldCommit() {
    Backlog never = Backlog.unknown().deserted(List.of(5L), List.of(105L), START);
    assertThat(never.lag()).isEqualTo(100);
    Backlog still = never.deserted(List.of(5L), List.of(205L), START + 1_000);
    assertThat(still.lag()).isEqualTo(200);
    assertThat(still.ageMs(START + 61_000)).isEqualTo(61_000);
    assertThat(next(still, 205, 205, 62_000).ageMs(START + 70_000)).isZero();
  }

  @Test
  void shouldAgeOnFromTheCommitPointThatTheLastSiteLeft() {
    Backlog left = at(110, 100).deserted(List.of(5L), List.of(150L), START + 2_000);
    assertThat(left.lag()).isEqualTo(50);
    assertThat(left.ageMs(START + 3_000)).isEqualTo(3_000);
  }

  @Test
  void shouldNotAgeWithoutASiteWhileThereIsNothingToCommit() {
    Backlog empty = Backlog.unknown().deserted(List.of(7L), List.of(7L), START);
    assertThat(empty.ageMs(START + 60_000)).isZero();
  }

  @Test
  void shouldTakeNoCommitPointOfALogThatWasReplaced() {
    Backlog replaced = at(110, 100).deserted(List.of(0L), List.of(30L), START + 1_000);
    assertThat(replaced.lag()).isEqualTo(30);
  }

  @Test
  void shouldAgeWhileNothingCanBeLearnt() {
    Backlog never = Backlog.unknown().unseen(START).unseen(START + 1_000);
    assertThat(never.ageMs(START + 9_000)).isEqualTo(9_000);
    Backlog idle = at(101, 100).unseen(START + 1_000).unseen(START + 2_000);
    assertThat(idle.ageMs(START + 9_000)).isEqualTo(8_000);
    assertThat(at(110, 100).unseen(START + 1_000).ageMs(START + 9_000)).isEqualTo(9_000);
    assertThat(next(idle, 101, 100, 3_000).ageMs(START + 9_000)).isZero();
  }

  @Test
  void shouldStartWithPartitionsThatItHasNotSeen() {
    Backlog more = at(10, 1).next(List.of(10L, 10L), List.of(9L, 1L), START + 2_000);
    assertThat(more.ageMs(START + 3_000)).isEqualTo(1_000);
  }
}
