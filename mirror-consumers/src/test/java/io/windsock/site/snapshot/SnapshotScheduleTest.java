package io.windsock.site.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SnapshotScheduleTest {
  private static final SnapshotOptions OPTIONS = new SnapshotOptions(1000, 500);

  @Test
  void shouldMakeTheFirstOneAsSoonAsTheSiteHasCaughtUp() {
    SnapshotSchedule schedule = new SnapshotSchedule(OPTIONS, false, 0);

    assertThat(schedule.due(false, 10, 0)).isFalse();
    assertThat(schedule.due(true, 10, 0)).isTrue();
  }

  @Test
  void shouldWaitItsTimeWhereThereIsOneFromBefore() {
    SnapshotSchedule schedule = new SnapshotSchedule(OPTIONS, true, 100);

    assertThat(schedule.due(true, 10, 1099)).isFalse();
    assertThat(schedule.due(true, 10, 1100)).isTrue();
  }

  @Test
  void shouldMakeOneForManyEventsEvenWhileCatchingUp() {
    SnapshotSchedule schedule = new SnapshotSchedule(OPTIONS, true, 0);

    assertThat(schedule.due(false, 499, 5000)).isFalse();
    assertThat(schedule.due(false, 500, 1)).isTrue();
    schedule.made(500, 1);
    assertThat(schedule.due(true, 999, 1000)).isFalse();
    assertThat(schedule.due(true, 999, 1001)).isTrue();
    assertThat(schedule.due(true, 1000, 2)).isTrue();
  }

  @Test
  void shouldWaitAfterAFailure() {
    SnapshotSchedule schedule = new SnapshotSchedule(OPTIONS, false, 0);
    schedule.failed(300);

    assertThat(schedule.due(true, 900, 299)).isFalse();
    assertThat(schedule.due(true, 900, 300)).isTrue();
  }
}
