package io.windsock.control.checkpoint;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.wire.PublishedSnapshot;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.control.testing.Samples;
import io.windsock.platform.telemetry.Received;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A site that gets nowhere does not hold the log back for ever. */
class SiteProgressTest {
  private static final long PATIENCE = 10_000;
  private static final LogPosition LOG =
      new LogPosition("t", 5, List.of(40L), List.of(90L), Map.of("a", List.of(90L)), Map.of());

  private final SiteProgress progress = new SiteProgress(PATIENCE);
  private long nowMs = 1_000_000;

  private static SiteSample site(String name, String phase, String detail, long checkpoint) {
    return SiteSample.newBuilder(Samples.site(name, "mirror", 0, 0))
        .setTopic("t")
        .setTokenEpoch(5)
        .setPhase(phase)
        .setDetail(detail)
        .setCheckpoints(List.of(checkpoint))
        .setStamps(List.of(List.of(1L)))
        .setSnapshot(new PublishedSnapshot(3L, List.of(80L), "d", 1L))
        .build();
  }

  private Set<String> after(long ms, SiteSample site) {
    nowMs += ms;
    return progress.stuck(LOG, List.of(new Received<>(site, nowMs)), nowMs);
  }

  private CommitRule.@Nullable Commit commit(SiteSample... sites) {
    List<Received<SiteSample>> heard =
        List.of(sites).stream().map(site -> new Received<>(site, nowMs)).toList();
    Set<String> stuck = progress.stuck(LOG, heard, nowMs);
    return new CommitRule(PATIENCE).of(LOG, heard, stuck, nowMs - PATIENCE, nowMs);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 7})
  void shouldTrimAgainWhereASiteFindsNoSnapshotForSoLong(long checkpoint) {
    SiteSample live = site("a", "LIVE", "", 90);
    SiteSample joining = site("b", "JOINING", "waits for another site's snapshot: x", checkpoint);
    assertThat(requireNonNull(commit(live, joining)).point().getSites()).contains("b");
    nowMs += PATIENCE;
    assertThat(requireNonNull(commit(live, joining)).trimTo().stream().filter(to -> to > 40))
        .isEmpty();

    nowMs += 1;
    CommitRule.Commit commit = requireNonNull(commit(live, joining));
    assertThat(commit.point().getSites()).containsExactly("a");
    assertThat(commit.point().getExpired()).containsExactly("b");
    assertThat(commit.trimTo()).containsExactly(80L);
  }

  @Test
  void shouldHoldTheLogForASiteThatLoadsHoweverLongThatTakes() {
    for (int mib = 0; mib < 50; mib++) {
      SiteSample loads = site("b", "JOINING", "loads snapshot 3: " + mib + " of 50 MiB", 60);
      assertThat(after(PATIENCE / 2, loads)).isEmpty();
    }
    SiteSample stalled = site("b", "JOINING", "loads snapshot 3: 49 of 50 MiB", 60);
    assertThat(after(PATIENCE, stalled)).isEmpty();
    assertThat(after(1, stalled)).containsExactly("b");
  }

  @Test
  void shouldNotTakeTryingAgainAndAgainForProgress() {
    assertThat(after(0, site("b", "JOINING", "waits for another site's snapshot: x", -1)))
        .isEmpty();
    assertThat(after(6_000, site("b", "JOINING", "loads snapshot 4: 0 of 9 MiB", 60))).isEmpty();
    assertThat(after(6_000, site("b", "JOINING", "waits for another site's snapshot: y", -1)))
        .containsExactly("b");
  }

  @Test
  void shouldNotHoldTheLogForADiskThatStaysFull() {
    SiteSample full = site("b", "REPAIRING", "its disk cannot be written: x", 70);
    assertThat(after(0, full)).isEmpty();
    assertThat(after(PATIENCE + 1, full)).containsExactly("b");
  }

  @Test
  void shouldCountASiteThatGotOnFromTheBeginning() {
    SiteSample joining = site("b", "JOINING", "waits for another site's snapshot: x", -1);
    after(0, joining);
    assertThat(after(PATIENCE + 1, joining)).containsExactly("b");
    assertThat(after(1, site("b", "CATCHING_UP", "", 60))).isEmpty();
    assertThat(after(1, joining)).isEmpty();
  }
}
