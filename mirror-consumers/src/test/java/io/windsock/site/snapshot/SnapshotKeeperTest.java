package io.windsock.site.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.position.Token;
import io.windsock.site.apply.OutputLog;
import io.windsock.site.apply.ReferenceReplay;
import io.windsock.site.progress.SitePhase;
import io.windsock.site.state.Rebuild;
import io.windsock.site.state.SiteSnapshot;
import io.windsock.site.state.SiteState;
import io.windsock.site.state.form.Digest;
import io.windsock.site.testing.AppliedLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotKeeperTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Path dir;
  private final Path copies;
  private final AppliedLog log;

  SnapshotKeeperTest(@TempDir Path dir, @TempDir Path copies) {
    this.dir = dir;
    this.copies = copies;
    log = new AppliedLog(3, 200, dir);
  }

  @AfterEach
  void close() {
    log.close();
  }

  private SnapshotKeeper keeper(long everyMs, long everyEvents, SitePhase phase) {
    SnapshotKeeper keeper =
        new SnapshotKeeper(
            "m1",
            dir,
            AppliedLog.STAMP,
            log.state(),
            new SnapshotOptions(everyMs, everyEvents),
            () -> log.progress(phase));
    keeper.start();
    return keeper;
  }

  private static SnapshotManifest next(SnapshotKeeper keeper, long after) {
    await()
        .atMost(PATIENCE)
        .until(() -> keeper.latest() != null && keeper.latest().number() > after);
    return Objects.requireNonNull(keeper.latest());
  }

  /** What another site would load and open. */
  private Digest load(SnapshotKeeper keeper, SnapshotManifest manifest) throws IOException {
    Path other = copies.resolve("of-" + manifest.number());
    Path db = Files.createDirectories(other.resolve("db"));
    for (SnapshotFile file : manifest.files()) {
      Path from = Objects.requireNonNull(keeper.file(manifest.number(), file.name()));
      Files.copy(from, db.resolve(file.name()));
      assertThat(Files.size(from)).isEqualTo(file.bytes());
    }
    long epoch = manifest.token().epoch();
    try (SiteState state =
            SiteState.open(other, manifest.stamp(), epoch, AppliedLog.MEMORY_BYTES, Rebuild.NEVER);
        SiteSnapshot snapshot = state.snapshot()) {
      state.verify();
      return snapshot.digest(true);
    }
  }

  private String reference(Token upTo) {
    ReferenceReplay reference = new ReferenceReplay(OutputLog.DOMAIN, AppliedLog.PARTITIONS);
    for (ConsumerRecord<byte[], byte[]> record : new ArrayList<>(log.records())) {
      if (record.offset() < upTo.next(record.partition())) {
        reference.receive(record);
      }
    }
    return reference.digest();
  }

  @Test
  void shouldHoldTheStateByteForByte() throws Exception {
    log.apply(2000);
    try (SnapshotKeeper keeper = keeper(100, 1_000_000, SitePhase.LIVE)) {
      SnapshotManifest manifest = next(keeper, 0);
      Digest loaded = load(keeper, manifest);

      assertThat(loaded).isEqualTo(log.digest());
      assertThat(manifest.token()).isEqualTo(log.state().token());
      assertThat(manifest.digest()).isEqualTo(loaded.recomputed());
      assertThat(manifest.keys()).isEqualTo(200);
      assertThat(manifest.bytes()).isPositive();
    }
  }

  @Test
  void shouldForgetThoseThatSomebodyDeletedAndMakeAnother() throws Exception {
    log.apply(2000);
    try (SnapshotKeeper keeper = keeper(100, 1_000_000, SitePhase.LIVE)) {
      SnapshotManifest first = next(keeper, 0);
      Path snapshots = dir.resolve(SiteState.SNAPSHOTS);
      Files.move(snapshots, copies.resolve("elsewhere"));

      SnapshotManifest second = next(keeper, first.number());

      assertThat(load(keeper, second)).isEqualTo(log.digest());
      assertThat(keeper.file(first.number(), "CURRENT")).isNull();
    }
  }

  @Test
  void shouldEndBetweenTwoBatchesWhileTheStateIsWritten() throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    List<Long> seen = new ArrayList<>();
    try (SnapshotKeeper keeper = keeper(60_000, 300, SitePhase.LIVE)) {
      long last = 0;
      while (seen.size() < 8) {
        assertThat(System.nanoTime()).as("snapshots seen: " + seen).isLessThan(deadline);
        log.apply(37);
        SnapshotManifest latest = keeper.latest();
        if (latest == null || latest.number() == last) {
          continue;
        }
        last = latest.number();
        seen.add(last);
        Digest loaded = load(keeper, latest);
        assertThat(loaded.consistent()).isTrue();
        assertThat(loaded.token()).isEqualTo(latest.token());
        assertThat(loaded.maintained())
            .isEqualTo(latest.digest())
            .isEqualTo(reference(latest.token()));
      }
    }
  }

  @Test
  void shouldKeepTwoAndTheOneThatIsBeingLoaded() throws Exception {
    log.apply(100);
    try (SnapshotKeeper keeper = keeper(100, 1_000_000, SitePhase.LIVE)) {
      SnapshotManifest first = next(keeper, 0);
      String name = first.files().get(0).name();
      assertThat(keeper.file(1, name)).exists();
      for (long number = 1; number < 5; number++) {
        log.apply(50);
        next(keeper, number);
      }

      assertThat(keeper.file(1, name)).as("it was asked for a moment ago").exists();
      assertThat(keeper.file(2, "CURRENT")).isNull();
      assertThat(dir.resolve("snapshots/2")).doesNotExist();
      assertThat(keeper.file(4, "CURRENT")).exists();
      assertThat(keeper.file(5, "CURRENT")).exists();
    }
  }

  @Test
  void shouldKeepTheOneOfWhichAFileIsBeingLoadedHoweverLongThatTakes() throws Exception {
    log.apply(100);
    try (SnapshotKeeper keeper = keeper(100, 1_000_000, SitePhase.LIVE)) {
      SnapshotManifest first = next(keeper, 0);
      // Not asked for a moment ago, as after half a minute.
      Runnable one = keeper.hold(1);
      Runnable two = keeper.hold(1);
      for (long number = 1; number < 4; number++) {
        log.apply(50);
        next(keeper, number);
      }
      assertThat(keeper.latest()).isNotEqualTo(first);
      assertThat(dir.resolve("snapshots/1")).exists();
      one.run();
      log.apply(50);
      next(keeper, 4);
      assertThat(dir.resolve("snapshots/1")).as("the other file is being loaded").exists();

      two.run();
      log.apply(50);
      next(keeper, 5);

      await().atMost(PATIENCE).until(() -> !Files.exists(dir.resolve("snapshots/1")));
    }
  }

  private long folders() throws IOException {
    try (Stream<Path> folders = Files.list(dir.resolve("snapshots"))) {
      return folders.count();
    }
  }

  @Test
  void shouldKeepNoMoreThanItMayWhoeverIsLoading() throws Exception {
    log.apply(100);
    try (SnapshotKeeper keeper = keeper(100, 1_000_000, SitePhase.LIVE)) {
      for (long number = 0; number <= SnapshotKeeper.MAX_KEPT; number++) {
        SnapshotManifest made = next(keeper, number);
        assertThat(keeper.file(made.number(), "CURRENT")).exists();
        log.apply(50);
      }
      next(keeper, SnapshotKeeper.MAX_KEPT + 1);
      // The keeper names the new one before it deletes the oldest.
      await().atMost(PATIENCE).until(() -> folders() <= SnapshotKeeper.MAX_KEPT);
    }
  }

  @Test
  void shouldGoOnWithThoseOfBeforeAndForgetWhatIsNotWhole() throws Exception {
    log.apply(100);
    try (SnapshotKeeper keeper = keeper(100, 1_000_000, SitePhase.LIVE)) {
      next(keeper, 0);
      log.apply(100);
      next(keeper, 1);
    }
    Files.delete(dir.resolve("snapshots/2/manifest.json"));
    Files.createDirectories(dir.resolve("snapshots/7.tmp"));
    log.apply(100);
    try (SnapshotKeeper keeper = keeper(60_000, 1_000_000, SitePhase.LIVE)) {
      assertThat(Objects.requireNonNull(keeper.latest()).number()).isEqualTo(1);
      assertThat(dir.resolve("snapshots/2")).doesNotExist();
      assertThat(dir.resolve("snapshots/7.tmp")).doesNotExist();
    }
    try (SnapshotKeeper keeper = keeper(100, 1_000_000, SitePhase.LIVE)) {
      assertThat(load(keeper, next(keeper, 1))).isEqualTo(log.digest());
    }
  }

  @Test
  void shouldGiveNoOtherFileAway() throws Exception {
    log.apply(100);
    try (SnapshotKeeper keeper = keeper(100, 1_000_000, SitePhase.LIVE)) {
      next(keeper, 0);
      for (String name :
          List.of("manifest.json", "../1/CURRENT", "LOCK", "LOG", "", ".", "..", "CURRENT/")) {
        assertThat(keeper.file(1, name)).as(name).isNull();
      }
      assertThat(keeper.file(2, "CURRENT")).isNull();
    }
  }
}
