package io.windsock.site.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.position.Stamp;
import io.windsock.site.disk.DiskStamp;
import io.windsock.site.progress.ReadyQueue;
import io.windsock.site.state.Rebuild;
import io.windsock.site.state.SiteSnapshot;
import io.windsock.site.state.SiteState;
import io.windsock.site.state.form.AppliedMarker;
import io.windsock.site.state.form.PartitionLedger;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StalenessTest {
  private static final long NOW = 10_000;
  private static final ReadyQueue EMPTY =
      ReadyQueue.unknown(2).measured(new long[2], new long[] {5, 5}, NOW);

  private final List<PartitionLedger> ledgers;

  StalenessTest(@TempDir Path dir) {
    DiskStamp stamp = new DiskStamp("c", "t", "id", 2, "d");
    try (SiteState state = SiteState.open(dir, stamp, 1, 8L << 20, Rebuild.NEVER);
        SiteSnapshot snapshot = state.snapshot()) {
      ledgers = snapshot.ledgers();
    }
  }

  private void marker(int partition, long withheld, long oldestMs) {
    Stamp stamp = new Stamp(new long[] {4});
    ledgers.get(partition).marker(new AppliedMarker(1, 5, 0, 4, 0, withheld, oldestMs, stamp));
  }

  private static ReadyQueue ready(long lag0, long lag1, long nowMs) {
    return EMPTY.measured(new long[] {lag0, lag1}, new long[] {5 + lag0, 5 + lag1}, nowMs);
  }

  private Staleness of(SiteRole role, ReadyQueue ready) {
    return Staleness.of(role, ledgers, ready, NOW);
  }

  @Test
  void shouldBeNoneWhereNothingIsWithheldAndAllIsApplied() {
    ledgers.get(0).reached(3, 100);

    assertThat(of(SiteRole.MIRROR, EMPTY)).isEqualTo(Staleness.NONE);
  }

  @Test
  void shouldSumWhatIsWithheldAndTakeTheOldest() {
    marker(0, 3, 9_000);
    marker(1, 4, 8_500);

    assertThat(of(SiteRole.MIRROR, EMPTY)).isEqualTo(new Staleness(7, 1_500));
  }

  @Test
  void shouldLeaveOutTheAgeOfWhatIsNotWithheldAnyMore() {
    marker(0, 0, 0);
    marker(1, 1, 9_900);

    assertThat(of(SiteRole.MIRROR, EMPTY)).isEqualTo(new Staleness(1, 100));
  }

  @Test
  void shouldKnowOfNothingWithheldAtTheCentralSite() {
    marker(0, 3, 9_000);

    assertThat(of(SiteRole.CENTRAL, EMPTY)).isEqualTo(Staleness.NONE);
    assertThat(of(SiteRole.CENTRAL, ready(2, 0, NOW)).events()).isEqualTo(2);
  }

  @Test
  void shouldCountWhatIsNotAppliedSinceTheLastEvent() {
    ledgers.get(0).reached(3, 9_800);
    ReadyQueue neverEmpty =
        ReadyQueue.unknown(2).measured(new long[] {6, 0}, new long[] {11, 5}, NOW);

    assertThat(of(SiteRole.MIRROR, neverEmpty)).isEqualTo(new Staleness(6, 200));
  }

  @Test
  void shouldNotTakeAnIdleHourForStaleness() {
    ledgers.get(0).reached(3, 1);
    ReadyQueue later = EMPTY.measured(new long[] {1, 0}, new long[] {6, 5}, NOW + 30);

    assertThat(Staleness.of(SiteRole.MIRROR, ledgers, later, NOW + 30))
        .isEqualTo(new Staleness(1, 30));
  }

  @Test
  void shouldBeAsOldAsTheLastLookAtAPartitionThatIsCutOff() {
    ledgers.get(0).reached(3, 100);
    long[] all = {5, 5};
    ReadyQueue cutOff = EMPTY.measured(new long[2], all, new long[] {0, NOW - 40}, NOW + 3_000);

    assertThat(Staleness.of(SiteRole.MIRROR, ledgers, cutOff, NOW + 3_000))
        .isEqualTo(new Staleness(0, 3_040));
    ReadyQueue again = cutOff.measured(new long[2], all, NOW + 9_000);
    assertThat(Staleness.of(SiteRole.CENTRAL, ledgers, again, NOW + 9_000))
        .isEqualTo(Staleness.NONE);
  }

  @Test
  void shouldNotBeNegativeWhereClocksDiffer() {
    marker(0, 3, NOW + 50);

    assertThat(of(SiteRole.MIRROR, EMPTY)).isEqualTo(new Staleness(3, 0));
  }
}
