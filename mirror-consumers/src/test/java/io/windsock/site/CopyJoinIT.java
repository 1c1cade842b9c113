package io.windsock.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.position.Token;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.FreePort;
import io.windsock.embedded.Options;
import io.windsock.site.progress.SitePhase;
import io.windsock.site.snapshot.SnapshotManifest;
import io.windsock.site.state.SiteSnapshot;
import io.windsock.site.state.form.Digest;
import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteFault;
import io.windsock.site.status.SiteRole;
import io.windsock.site.testing.SseStreams;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A site of a copied log starts from a snapshot of a site of the log's source. */
@Timeout(600)
class CopyJoinIT {
  private static final int PARTITIONS = 3;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final EmbeddedBroker primary;
  private final EmbeddedBroker backup;
  private final Path dir;
  private TestTopic topic;
  private SiteKeeper original;

  CopyJoinIT(@TempDir Path primaryDir, @TempDir Path backupDir, @TempDir Path dir) {
    primary = EmbeddedBroker.start(Options.at(primaryDir));
    backup = EmbeddedBroker.start(Options.at(backupDir));
    this.dir = dir;
  }

  @BeforeEach
  void start() throws Exception {
    topic = new TestTopic(primary, "copied", PARTITIONS, 7);
    topic.createMonitor();
    original = SiteKeeper.start(config(primary, "original").build());
  }

  @AfterEach
  void stop() {
    original.close();
    topic.close();
    backup.close();
    primary.close();
  }

  private SiteConfigBuilder config(EmbeddedBroker broker, String name) {
    return SiteConfig.builder(
            SiteRole.MIRROR,
            name,
            broker.bootstrapServers(),
            dir.resolve(name),
            SiteDomain.builtIn("airline"))
        .topics(topic.topics)
        .http("127.0.0.1", FreePort.any()) // at which a keeper starts it again
        .readyLag(0)
        .memoryBytes(SiteConfig.MIN_MEMORY_BYTES)
        .snapshots(Duration.ofMillis(200), 1_000_000)
        .checkpointEvery(Duration.ofMillis(50));
  }

  private static Digest digest(SiteKeeper site) {
    try (SiteSnapshot snapshot = site.site().state().snapshot()) {
      return snapshot.digest(true);
    }
  }

  private void awaitApplied(SiteKeeper site) {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                site.progress().phase() == SitePhase.LIVE
                    && site.status().eventsApplied() >= topic.events());
  }

  /** Waits until the original has a snapshot of all that it applied. */
  private Token awaitSnapshot() {
    awaitApplied(original);
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              SnapshotManifest latest = original.site().snapshots().latest();
              return latest != null && latest.token().equals(original.site().state().token());
            });
    return Objects.requireNonNull(original.site().snapshots().latest()).token();
  }

  /** Trims the source behind the last markers of what was applied, as a controller does. */
  private void trim() throws Exception {
    try (SiteSnapshot snapshot = original.site().state().snapshot()) {
      for (int p = 0; p < PARTITIONS; p++) {
        topic.trim(p, snapshot.ledgers().get(p).marker().checkpoint());
      }
    }
  }

  private void agree(SiteKeeper site) {
    awaitApplied(original);
    awaitApplied(site);
    Digest digest = digest(site);
    assertThat(digest.consistent()).isTrue();
    assertThat(digest.maintained()).isEqualTo(digest(original).maintained());
    assertThat(digest.keys()).isEqualTo(digest(original).keys());
    assertThat(site.status().faults())
        .doesNotContainKeys(SiteFault.MARKER_HOLE, SiteFault.MARKER_COUNTS);
  }

  @Test
  void shouldStartFromASnapshotOfTheSource() throws Exception {
    topic.write(500);
    awaitApplied(original);
    trim();
    topic.write(203); // the snapshot ends between two markers
    awaitSnapshot();
    try (CopiedTopic copy = new CopiedTopic(primary, topic, backup)) {
      copy.copy();
      SiteConfig config = config(backup, "m1").peers(List.of(original.url())).build();
      try (SiteKeeper site = SiteKeeper.start(config)) {
        agree(site);
        topic.write(300);
        copy.copy();
        agree(site);
      }
      topic.write(100);
      copy.copy();
      try (SiteKeeper again = SiteKeeper.start(config);
          SiteKeeper next =
              SiteKeeper.start(config(backup, "m2").peers(List.of(again.url())).build())) {
        agree(again);
        agree(next);
      }
    }
  }

  @Test
  void shouldWaitUntilTheLinkHasCopiedWhatASnapshotHas() throws Exception {
    topic.write(500);
    awaitApplied(original);
    trim();
    try (CopiedTopic copy = new CopiedTopic(primary, topic, backup)) {
      copy.copy();
      topic.write(200);
      awaitSnapshot();
      SiteConfig config = config(backup, "m1").peers(List.of(original.url())).build();
      try (SiteKeeper site = SiteKeeper.start(config)) {
        await()
            .atMost(PATIENCE)
            .until(() -> site.progress().detail().contains("the link has copied up to"));
        assertThat(site.progress().phase()).isEqualTo(SitePhase.JOINING);

        copy.copy();
        agree(site);
      }
    }
  }

  /** What a key had before the copy is in no index of changes. */
  @Test
  void shouldResetAClientThatIsOlderThanTheState() throws Exception {
    topic.write(500);
    awaitApplied(original);
    trim();
    topic.write(200);
    awaitSnapshot();
    try (CopiedTopic copy = new CopiedTopic(primary, topic, backup);
        SseStreams streams = new SseStreams()) {
      copy.copy();
      SiteConfig config = config(backup, "m1").peers(List.of(original.url())).build();
      try (SiteKeeper site = SiteKeeper.start(config)) {
        agree(site);
        Token joined = site.site().state().token();
        topic.write(4); // so few that the changes cost less than the rows
        copy.copy();
        agree(site);

        Token older = new Token(joined.epoch(), new long[PARTITIONS]);
        assertThat(begin(streams, site, older).named("reset"))
            .singleElement()
            .asString()
            .contains("the position is older than this site's state");
        assertThat(begin(streams, site, joined).names()).contains("resume").doesNotContain("reset");
      }
    }
  }

  private static StreamEvents begin(SseStreams streams, SiteKeeper site, Token since) {
    StreamEvents stream = new StreamEvents();
    streams.open(site.url(), "/v1/subscribe?view=all&after=" + since, "", 0, stream);
    await().atMost(PATIENCE).until(() -> stream.names().contains("live"));
    return stream;
  }
}
