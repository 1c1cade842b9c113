package io.windsock.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.wire.SiteSample;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.FreePort;
import io.windsock.embedded.Options;
import io.windsock.platform.kafka.LogReplay;
import io.windsock.site.apply.OutputLog;
import io.windsock.site.apply.ReferenceReplay;
import io.windsock.site.progress.SitePhase;
import io.windsock.site.state.SiteSnapshot;
import io.windsock.site.state.form.Digest;
import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteFault;
import io.windsock.site.status.SiteRole;
import io.windsock.site.status.SiteStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a site does when the log lost records that the site had applied, and has others in their
 * place, as after the election of a leader that was not in sync.
 */
class DivergentLogIT {
  private static final int PARTITIONS = 3;
  private static final int KEPT = 400;
  private static final int LOST = 300;
  private static final int OTHERS = 900;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String PREFIX = "cut";

  private final Path brokerDir;
  private final Path siteDir;
  private final Path former;

  DivergentLogIT(@TempDir Path brokerDir, @TempDir Path siteDir, @TempDir Path former) {
    this.brokerDir = brokerDir;
    this.siteDir = siteDir;
    this.former = former;
  }

  private interface Step {
    void run(EmbeddedBroker broker, TestTopic topic) throws Exception;
  }

  /** A life of the broker; each begins a new leader epoch. */
  private void life(long seed, Step step) throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(Options.at(brokerDir));
        TestTopic topic =
            seed == 1
                ? new TestTopic(broker, PREFIX, PARTITIONS, seed)
                : TestTopic.existing(broker, PREFIX, PARTITIONS, seed)) {
      step.run(broker, topic);
    }
  }

  private List<Path> logs(Path dir) throws IOException {
    try (Stream<Path> all = Files.list(dir)) {
      return all.filter(it -> it.getFileName().toString().startsWith(PREFIX + ".mirror-")).toList();
    }
  }

  private static void copy(Path folder, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }

  private void keepLogs() throws IOException {
    for (Path log : logs(brokerDir.resolve("log"))) {
      copy(log, former.resolve(log.getFileName()));
    }
  }

  /** The topic's logs are as {@link #keepLogs} found them: what came later is lost. */
  private void cutLogs() throws IOException {
    Path dir = brokerDir.resolve("log");
    for (Path log : logs(dir)) {
      delete(log);
    }
    for (Path log : logs(former)) {
      copy(log, dir.resolve(log.getFileName()));
    }
    for (String name : List.of("recovery-point", "replication", "log-start")) {
      Files.deleteIfExists(dir.resolve(name + "-offset-checkpoint"));
    }
  }

  private SiteConfigBuilder config(EmbeddedBroker broker, TestTopic topic, String name, Path dir) {
    return SiteConfig.builder(
            SiteRole.MIRROR, name, broker.bootstrapServers(), dir, SiteDomain.builtIn("airline"))
        .topics(topic.topics)
        .http("127.0.0.1", FreePort.any()) // at which a keeper starts it again
        .readyLag(0)
        .memoryBytes(SiteConfig.MIN_MEMORY_BYTES)
        .snapshots(Duration.ofHours(1), 1_000_000)
        .checkpointEvery(Duration.ofMillis(50));
  }

  private SiteKeeper start(EmbeddedBroker broker, TestTopic topic) {
    return SiteKeeper.start(config(broker, topic, "a", siteDir).build());
  }

  private static SiteStatus awaitLive(SiteKeeper site) {
    await().atMost(PATIENCE).until(() -> site.progress().phase() == SitePhase.LIVE);
    return site.status();
  }

  /** Its state is what the log makes of it. */
  private static void assertWhole(SiteKeeper site, TestTopic topic) {
    SiteStatus status = awaitLive(site);
    ReferenceReplay reference = new ReferenceReplay(OutputLog.DOMAIN, PARTITIONS);
    LogReplay.read(topic.client(), topic.name, status.token(), PATIENCE, reference::receive);
    try (SiteSnapshot snapshot = site.site().state().snapshot()) {
      Digest digest = snapshot.digest(true);
      assertThat(digest.consistent()).isTrue();
      assertThat(digest.maintained()).isEqualTo(reference.digest());
    }
  }

  private void applyMoreThanTheLogKeeps() throws Exception {
    life(
        1,
        (broker, topic) -> {
          topic.createMonitor();
          topic.write(KEPT);
        });
    keepLogs();
    life(
        2,
        (broker, topic) -> {
          topic.write(LOST);
          try (SiteKeeper site = start(broker, topic)) {
            assertWhole(site, topic);
          }
        });
    cutLogs();
  }

  @Test
  void shouldRebuildFromTheLogWhereOtherRecordsHaveTakenThePlaceOfThoseApplied() throws Exception {
    applyMoreThanTheLogKeeps();
    life(
        3,
        (broker, topic) -> {
          topic.write(OTHERS);
          try (SiteKeeper site = start(broker, topic);
              SampleReader samples = new SampleReader(topic)) {
            SiteSample sample = samples.await(it -> it.getPhase().equals("REPAIRING"));
            assertThat(sample.getDetail())
                .contains(
                    "the log diverged from its state", topic.name + "-", "differs from offset");
            assertThat(sample.getSnapshot()).isNull();
            assertWhole(site, topic);
            assertThat(site.status().faults()).containsEntry(SiteFault.LOG_DIVERGED, 1L);
          }
        });
  }

  @Test
  void shouldRebuildFromTheLogWhereItIsShorterThanWhatWasApplied() throws Exception {
    applyMoreThanTheLogKeeps();
    life(
        3,
        (broker, topic) -> {
          try (SiteKeeper site = start(broker, topic)) {
            awaitDiverged(site);
            assertWhole(site, topic);
          }
        });
  }

  @Test
  void shouldKeepItsStateUntilAPeerHasASnapshotWhereTheLogIsTrimmed(@TempDir Path peerDir)
      throws Exception {
    applyMoreThanTheLogKeeps();
    life(
        3,
        (broker, topic) -> {
          topic.write(OTHERS);
          SiteConfig snapshots =
              config(broker, topic, "b", peerDir)
                  .snapshots(Duration.ofMillis(200), 1_000_000)
                  .build();
          try (SiteKeeper peer = SiteKeeper.start(snapshots)) {
            awaitLive(peer);
            await().atMost(PATIENCE).until(() -> peer.site().snapshots().latest() != null);
          }
          topic.trim(0, 10);
          try (SiteKeeper site = start(broker, topic)) {
            await()
                .atMost(PATIENCE)
                .until(() -> site.progress().detail().contains("waits for another site's"));
            assertThat(site.progress().detail()).contains("the log diverged from its state");
            assertThat(site.status().keys()).isPositive();
            try (SiteKeeper peer = SiteKeeper.start(snapshots)) {
              awaitLive(site);
              try (SiteSnapshot own = site.site().state().snapshot();
                  SiteSnapshot other = peer.site().state().snapshot()) {
                assertThat(own.digest(true)).isEqualTo(other.digest(true));
              }
            }
          }
        });
  }

  @Test
  void shouldGoOnFromItsStateWhereABrokersRestartLostNothing() throws Exception {
    life(
        1,
        (broker, topic) -> {
          topic.write(KEPT);
          try (SiteKeeper site = start(broker, topic)) {
            assertWhole(site, topic);
          }
        });
    life(
        2,
        (broker, topic) -> {
          topic.write(OTHERS);
          try (SiteKeeper site = start(broker, topic)) {
            assertWhole(site, topic);
            assertThat(site.status().faults()).doesNotContainKey(SiteFault.LOG_DIVERGED);
            // It went on, where a rebuild would have applied what was there before too.
            assertThat(site.progress().applied()).isLessThanOrEqualTo(OTHERS);
          }
        });
  }

  private static void awaitDiverged(SiteKeeper site) {
    await()
        .atMost(PATIENCE)
        .until(() -> site.status().faults().containsKey(SiteFault.LOG_DIVERGED));
  }
}
