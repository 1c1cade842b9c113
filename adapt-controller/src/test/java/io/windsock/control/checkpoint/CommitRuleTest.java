package io.windsock.control.checkpoint;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.wire.PublishedSnapshot;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.control.testing.Samples;
import io.windsock.platform.telemetry.Received;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The commit point is never past what a live site has committed, nor the trim past a snapshot. */
class CommitRuleTest {
  private static final long NOW = 1_000_000;
  private static final long EXPIRY = 10_000;
  private static final CommitRule RULE = new CommitRule(EXPIRY);

  private static SiteSample site(
      String name, String phase, List<Long> checkpoints, @Nullable List<Long> snapshot) {
    List<List<Long>> stamps = new ArrayList<>();
    checkpoints.forEach(offset -> stamps.add(List.of(offset * 10)));
    return SiteSample.newBuilder(Samples.site(name, "mirror", 0, 0))
        .setPhase(phase)
        .setTopic("t")
        .setTokenEpoch(5)
        .setCheckpoints(checkpoints)
        .setStamps(stamps)
        .setSnapshot(snapshot == null ? null : new PublishedSnapshot(3L, snapshot, "d", 1L))
        .build();
  }

  private static LogPosition log(List<Long> begins, Map<String, List<Long>> committed) {
    return new LogPosition("t", 5, begins, begins, committed, Map.of());
  }

  private static CommitRule.Commit commit(LogPosition log, SiteSample... sites) {
    List<Received<SiteSample>> heard = new ArrayList<>();
    for (SiteSample site : sites) {
      heard.add(new Received<>(site, NOW));
    }
    return requireNonNull(RULE.of(log, heard, Set.of(), NOW - EXPIRY, NOW));
  }

  @Test
  void shouldTakeTheMinimumByComponentWithItsStamp() {
    CommitRule.Commit commit =
        commit(
            log(List.of(0L, 0L), Map.of("a", List.of(8L, 3L), "b", List.of(5L, 9L))),
            site("a", "LIVE", List.of(8L, 3L), List.of(4L, 4L)),
            site("b", "LIVE", List.of(5L, 9L), null));

    assertThat(commit.point().getOffsets()).containsExactly(5L, 3L);
    assertThat(commit.point().getStamps()).containsExactly(List.of(50L), List.of(30L));
    assertThat(commit.point().getSnapshot()).isEqualTo("a/3");
    assertThat(commit.trimTo()).containsExactly(4L, 3L);
  }

  @Test
  void shouldTrimNothingThatALinkHasYetToCopy() {
    LogPosition log =
        new LogPosition(
            "t",
            5,
            List.of(2L, 2L, 2L),
            List.of(9L, 9L, 9L),
            Map.of("a", List.of(8L, 8L, 8L)),
            Map.of("main", List.of(5L, 9L, -1L), "other", List.of(9L, 7L, 9L)));
    SiteSample site = site("a", "LIVE", List.of(8L, 8L, 8L), List.of(8L, 8L, 8L));

    CommitRule.Commit commit = commit(log, site);

    assertThat(commit.point().getOffsets()).containsExactly(8L, 8L, 8L);
    assertThat(commit.trimTo()).containsExactly(5L, 7L, 2L);
    assertThat(commit.point().getWaitsFor()).isEqualTo("links main, other have more to copy");
  }

  @Test
  void shouldTrimWhatALinkThatIsStuckHasYetToCopy() {
    LogPosition log =
        new LogPosition(
            "t",
            5,
            List.of(2L),
            List.of(9L),
            Map.of("a", List.of(8L)),
            Map.of("main", List.of(5L)));
    SiteSample site = site("a", "LIVE", List.of(8L), List.of(8L));

    CommitRule.Commit commit = commit(log.without(Set.of("main")), site);

    assertThat(commit.trimTo()).containsExactly(8L);
    assertThat(commit.point().getWaitsFor()).isEmpty();
  }

  @Test
  void shouldCountASiteThatJoinsFromWhereItsSnapshotWasTaken() {
    CommitRule.Commit commit =
        commit(
            log(List.of(10L), Map.of("a", List.of(90L), "b", List.of(2L))),
            site("a", "LIVE", List.of(90L), List.of(80L)),
            site("b", "JOINING", List.of(60L), null));

    assertThat(commit.point().getOffsets()).containsExactly(60L);
    assertThat(commit.trimTo()).containsExactly(60L);
  }

  @Test
  void shouldWaitForASiteThatHasCommittedNothing() {
    CommitRule.Commit commit =
        commit(
            log(List.of(0L), Map.of("a", List.of(9L), "b", List.of(-1L))),
            site("a", "LIVE", List.of(9L), List.of(9L)),
            site("b", "LIVE", List.of(-1L), null));

    assertThat(commit.point().getWaitsFor()).contains("site b has committed no checkpoint");
    assertThat(commit.trimTo()).isEmpty();
  }

  /** Kafka forgets what was not committed anew for a week, in one partition or in all of them. */
  @Test
  void shouldNotGoBackWhereWhatASiteCommittedHasExpired() {
    SiteSample a = site("a", "LIVE", List.of(9L, 7L), List.of(9L, 7L));
    SiteSample b = site("b", "LIVE", List.of(8L, 6L), null);

    CommitRule.Commit commit =
        commit(log(List.of(2L, 2L), Map.of("a", List.of(9L, -1L), "b", List.of(-1L, -1L))), a, b);

    assertThat(commit.point().getOffsets()).containsExactly(8L, 6L);
    assertThat(commit.point().getWaitsFor()).isEmpty();
    assertThat(commit.trimTo()).containsExactly(8L, 6L);
  }

  @Test
  void shouldTrimTheOtherPartitionsWhereOneHasHadNothing() {
    CommitRule.Commit commit =
        commit(
            log(List.of(0L, 0L), Map.of("a", List.of(9L, -1L))),
            site("a", "LIVE", List.of(9L, -1L), List.of(9L, 0L)));

    assertThat(commit.point().getWaitsFor()).isEmpty();
    assertThat(commit.point().getOffsets()).containsExactly(9L, 0L);
    assertThat(commit.trimTo()).containsExactly(9L, 0L);
  }

  @Test
  void shouldNotCountTheSnapshotOfASiteThatHasClosed() {
    CommitRule.Commit commit =
        commit(
            log(List.of(0L), Map.of("a", List.of(9L))),
            site("a", "CLOSED", List.of(9L), List.of(9L)));

    assertThat(commit.point().getWaitsFor()).contains("published a snapshot");
    assertThat(commit.trimTo()).isEmpty();
  }

  @Test
  void shouldNotCountSitesOfAnotherTopicOrIncarnationOrThatExpired() {
    SiteSample live = site("a", "LIVE", List.of(9L), List.of(9L));
    SiteSample gone = site("b", "LIVE", List.of(2L), List.of(2L));
    SiteSample former = SiteSample.newBuilder(gone).setSite("c").setTokenEpoch(4).build();
    SiteSample other = SiteSample.newBuilder(gone).setSite("d").setTopic("u").build();
    List<Received<SiteSample>> heard =
        List.of(
            new Received<>(live, NOW - EXPIRY),
            new Received<>(gone, NOW - EXPIRY - 1),
            new Received<>(former, NOW),
            new Received<>(other, NOW));

    CommitRule.Commit commit =
        requireNonNull(RULE.of(log(List.of(0L), Map.of()), heard, Set.of(), NOW - EXPIRY, NOW));

    assertThat(commit.point().getSites()).containsExactly("a");
    assertThat(commit.point().getExpired()).containsExactly("b", "c");
    assertThat(commit.trimTo()).containsExactly(9L);
    assertThat(RULE.of(log(List.of(0L), Map.of()), heard.subList(1, 4), Set.of(), 0, NOW)).isNull();
  }

  @Test
  void shouldTrimNothingBeforeEverySiteHadTheTimeToSpeak() {
    SiteSample live = site("a", "LIVE", List.of(9L), List.of(9L));

    CommitRule.Commit commit =
        requireNonNull(
            RULE.of(
                log(List.of(0L), Map.of()),
                List.of(new Received<>(live, NOW)),
                Set.of(),
                NOW - EXPIRY + 1,
                NOW));

    assertThat(commit.point().getWaitsFor()).contains("1 s more");
    assertThat(commit.trimTo()).isEmpty();
  }

  @Test
  void shouldNeverPassALiveSiteNorTheSnapshotNorGoBack() {
    long first = Long.getLong("windsock.seed", System.nanoTime());
    for (long seed = first; seed < first + 2_000; seed++) {
      Random random = new Random(seed);
      int partitions = 1 + random.nextInt(4);
      Map<String, List<Long>> committed = new HashMap<>();
      List<SiteSample> sites = new ArrayList<>();
      for (int i = 0; i <= random.nextInt(4); i++) {
        String name = "s" + i;
        committed.put(name, offsets(random, partitions));
        List<Long> snapshot = random.nextBoolean() ? offsets(random, partitions) : null;
        String phase = random.nextInt(4) == 0 ? "JOINING" : "LIVE";
        sites.add(site(name, phase, offsets(random, partitions), snapshot));
      }
      LogPosition log = log(offsets(random, partitions), committed);
      CommitRule.Commit commit = commit(log, sites.toArray(SiteSample[]::new));
      for (int p = 0; p < commit.trimTo().size(); p++) {
        long to = commit.trimTo().get(p);
        assertThat(to).as("seed %d", seed).isGreaterThanOrEqualTo(log.begins().get(p));
        if (to == log.begins().get(p)) {
          continue;
        }
        for (SiteSample site : sites) {
          boolean joining = site.getPhase().equals("JOINING");
          long own =
              (joining ? site.getCheckpoints() : requireNonNull(committed.get(site.getSite())))
                  .get(p);
          assertThat(to).as("seed %d, %s", seed, site.getSite()).isLessThanOrEqualTo(own);
        }
        int at = p;
        assertThat(sites)
            .as("seed %d", seed)
            .anyMatch(s -> s.getSnapshot() != null && s.getSnapshot().getOffsets().get(at) >= to);
      }
    }
  }

  private static List<Long> offsets(Random random, int partitions) {
    List<Long> offsets = new ArrayList<>();
    for (int p = 0; p < partitions; p++) {
      offsets.add((long) random.nextInt(50));
    }
    return offsets;
  }
}
