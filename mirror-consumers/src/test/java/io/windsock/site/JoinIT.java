package io.windsock.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.wire.SiteSample;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.FreePort;
import io.windsock.embedded.Options;
import io.windsock.site.join.FakePeer;
import io.windsock.site.join.JoinFrom;
import io.windsock.site.progress.SitePhase;
import io.windsock.site.snapshot.SnapshotManifest;
import io.windsock.site.state.SiteSnapshot;
import io.windsock.site.state.form.Digest;
import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteFault;
import io.windsock.site.status.SiteRole;
import io.windsock.site.status.SiteStatus;
import io.windsock.site.update.UpdateBatch;
import io.windsock.site.update.UpdateListener;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JoinIT {
  private static final int PARTITIONS = 3;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final EmbeddedBroker broker;
  private final AtomicInteger topics = new AtomicInteger();

  JoinIT(@TempDir Path brokerDir) {
    broker = EmbeddedBroker.start(Options.at(brokerDir));
  }

  @AfterAll
  void stop() {
    broker.close();
  }

  private TestTopic topic() throws Exception {
    int number = topics.incrementAndGet();
    TestTopic topic = new TestTopic(broker, "join" + number, PARTITIONS, number);
    topic.createMonitor();
    return topic;
  }

  private SiteConfigBuilder config(TestTopic topic, String name, Path dir) {
    return SiteConfig.builder(
            SiteRole.MIRROR, name, broker.bootstrapServers(), dir, SiteDomain.builtIn("airline"))
        .topics(topic.topics)
        .http("127.0.0.1", FreePort.any()) // at which a keeper starts it again
        .readyLag(0)
        .memoryBytes(SiteConfig.MIN_MEMORY_BYTES)
        .snapshots(Duration.ofMillis(200), 1_000_000)
        .checkpointEvery(Duration.ofMillis(50));
  }

  private static SiteStatus awaitAll(SiteKeeper site, TestTopic topic) {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                site.progress().phase() == SitePhase.LIVE
                    && site.status().eventsApplied() >= topic.events());
    return site.status();
  }

  private static Digest digest(SiteKeeper site) {
    try (SiteSnapshot snapshot = site.site().state().snapshot()) {
      return snapshot.digest(true);
    }
  }

  private static void agree(SiteKeeper one, SiteKeeper other, TestTopic topic) {
    assertThat(awaitAll(one, topic).eventsApplied()).isEqualTo(topic.events());
    assertThat(awaitAll(other, topic).eventsApplied()).isEqualTo(topic.events());
    Digest digest = digest(one);
    assertThat(digest.consistent()).isTrue();
    assertThat(digest(other)).isEqualTo(digest);
    // The broker may be slow to take a commit; a later one covers it.
    assertThat(other.status().faults().keySet()).isSubsetOf(SiteFault.CHECKPOINT_FAILED);
  }

  /** Trims up to the newest snapshot of a site that has applied everything. */
  private static void trim(TestTopic topic, SiteKeeper site) throws Exception {
    awaitSnapshot(site, topic);
    SnapshotManifest latest = Objects.requireNonNull(site.site().snapshots().latest());
    for (int p = 0; p < PARTITIONS; p++) {
      topic.trim(p, latest.token().next(p));
    }
  }

  @Test
  void shouldRejoinByAPeersSnapshotWhenTheLogWasTrimmedPastIt(@TempDir Path a, @TempDir Path b)
      throws Exception {
    try (TestTopic topic = topic();
        SiteKeeper peer = SiteKeeper.start(config(topic, "a", a).build())) {
      topic.write(300);
      try (SiteKeeper site = SiteKeeper.start(config(topic, "b", b).build())) {
        awaitAll(site, topic);
      }
      topic.write(300);
      awaitAll(peer, topic);
      trim(topic, peer);
      SiteConfig again = config(topic, "b", b).peers(List.of(peer.url())).build();
      try (SiteKeeper site = SiteKeeper.start(again)) {
        agree(peer, site, topic);
        topic.write(200);
        agree(peer, site, topic);
      }
    }
  }

  /** What the source had trimmed before a link began is in no record of the copy. */
  @Test
  void shouldNotBeginWithACopyWithoutItsBeginning(@TempDir Path a, @TempDir Path b)
      throws Exception {
    try (TestTopic topic = topic()) {
      topic.write(300);
      topic.beginCopyAt(1, 50);
      try (SiteKeeper site = SiteKeeper.start(config(topic, "b", b).build())) {
        assertThat(site.progress().phase()).isEqualTo(SitePhase.JOINING);
        assertThat(site.progress().detail()).contains("a copy without its beginning", "offset 50");
        assertThat(site.status().eventsApplied()).isZero();

        SiteConfig late = config(topic, "a", a).beginLate(true).build();
        try (SiteKeeper peer = SiteKeeper.start(late)) {
          awaitAll(peer, topic);
          assertThat(peer.status().faults()).containsEntry(SiteFault.STARTED_LATE, 1L);
          assertThat(peer.status().faults().keySet())
              .isSubsetOf(SiteFault.STARTED_LATE, SiteFault.CHECKPOINT_FAILED);
          site.site().peers(List.of(peer.url()));
          await()
              .atMost(PATIENCE)
              .until(() -> site.progress().phase() == SitePhase.LIVE && sameDigest(site, peer));
        }
      }
    }
  }

  private static boolean sameDigest(SiteKeeper one, SiteKeeper other) {
    return digest(one).equals(digest(other));
  }

  @Test
  void shouldNotKeepAStateThatBeganWithSuchACopyOverARestart(@TempDir Path dir) throws Exception {
    try (TestTopic topic = topic()) {
      try (SiteKeeper site = SiteKeeper.start(config(topic, "b", dir).build())) {
        topic.write(100);
        awaitAll(site, topic);
      }
      topic.beginCopyAt(1, 50);

      try (SiteKeeper again = SiteKeeper.start(config(topic, "b", dir).build())) {
        assertThat(again.progress().phase()).isIn(SitePhase.REPAIRING, SitePhase.JOINING);
        await()
            .atMost(PATIENCE)
            .until(
                () ->
                    again.progress().phase() == SitePhase.JOINING
                        && again.status().eventsApplied() == 0);
      }
    }
  }

  /** A site may follow a topic that an operator has created, before a link begins with it. */
  @Test
  void shouldGiveUpAStateThatBeganWithACopyWithoutItsBeginning(@TempDir Path dir) throws Exception {
    try (TestTopic topic = topic();
        SiteKeeper site = SiteKeeper.start(config(topic, "b", dir).build())) {
      await().atMost(PATIENCE).until(() -> site.progress().phase() == SitePhase.LIVE);
      topic.write(100);
      topic.beginCopyAt(1, 50);

      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  site.progress().phase() == SitePhase.JOINING
                      && site.status().eventsApplied() == 0);
      try (SiteSnapshot snapshot = site.site().state().snapshot()) {
        assertThat(snapshot.digest(true).keys()).isZero();
      }
      assertThat(site.progress().detail()).contains("a copy without its beginning");
    }
  }

  @Test
  void shouldJoinWithNothingByAPeerItKnowsFromTheMonitorTopicAlone(@TempDir Path a, @TempDir Path b)
      throws Exception {
    try (TestTopic topic = topic();
        SampleReader samples = new SampleReader(topic);
        SiteKeeper peer = SiteKeeper.start(config(topic, "a", a).build())) {
      topic.write(300);
      awaitAll(peer, topic);
      trim(topic, peer);
      SiteSample sample = samples.await(it -> it.getSnapshot() != null);
      assertThat(sample.getSnapshot().getBytes()).isPositive();
      try (SiteKeeper site = SiteKeeper.start(config(topic, "b", b).build())) {
        agree(peer, site, topic);
      }
    }
  }

  @Test
  void shouldJoinWhateverElseWasWrittenToTheMonitorTopic(@TempDir Path a, @TempDir Path b)
      throws Exception {
    try (TestTopic topic = topic();
        SampleReader samples = new SampleReader(topic);
        SiteKeeper peer = SiteKeeper.start(config(topic, "a", a).build())) {
      topic.write(300);
      awaitAll(peer, topic);
      trim(topic, peer);
      SiteSample sample = samples.await(it -> it.getSnapshot() != null);
      for (String url : List.of("http://[no host", "", "file:///etc/passwd", "http://a b/")) {
        SiteSample bad = SiteSample.newBuilder(sample).setSite("x" + url).setUrl(url).build();
        topic.sample(bad.getSite(), bad);
      }
      topic.sample("gone", null);
      try (SiteKeeper site = SiteKeeper.start(config(topic, "b", b).build())) {
        agree(peer, site, topic);
      }
    }
  }

  @Test
  void shouldWaitForASnapshotAndSayWhy(@TempDir Path a, @TempDir Path b) throws Exception {
    try (TestTopic topic = topic();
        SampleReader samples = new SampleReader(topic)) {
      topic.write(300);
      try (SiteKeeper peer = SiteKeeper.start(config(topic, "a", a).build())) {
        awaitAll(peer, topic);
        trim(topic, peer);
      }
      try (SiteKeeper site = SiteKeeper.start(config(topic, "b", b).build())) {
        SiteSample sample =
            samples.await(
                it ->
                    it.getSite().equals("b") && it.getDetail().contains("no other site is known"));
        assertThat(sample.getPhase()).isEqualTo("JOINING");
        assertThat(site.progress().phase()).isEqualTo(SitePhase.JOINING);
        assertThat(site.status().eventsApplied()).isZero();
        try (SiteKeeper peer = SiteKeeper.start(config(topic, "a", a).build())) {
          agree(peer, site, topic);
        }
      }
    }
  }

  /** Waits until a site has a snapshot of all that it applied. */
  private static void awaitSnapshot(SiteKeeper site, TestTopic topic) {
    awaitAll(site, topic);
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              SnapshotManifest latest = site.site().snapshots().latest();
              return latest != null && latest.token().equals(site.site().state().token());
            });
  }

  @Test
  void shouldStartWithAPeersSnapshotAndThenReadTheLogThatIsWhole(@TempDir Path a, @TempDir Path b)
      throws Exception {
    try (TestTopic topic = topic();
        SampleReader samples = new SampleReader(topic);
        SiteKeeper peer = SiteKeeper.start(config(topic, "a", a).build())) {
      topic.write(300);
      awaitSnapshot(peer, topic);
      long before = topic.events();
      SiteConfig joining = config(topic, "b", b).joinFrom(JoinFrom.SNAPSHOT).build();
      try (SiteKeeper site = SiteKeeper.start(joining)) {
        SiteSample sample =
            samples.await(it -> it.getSite().equals("b") && it.getPhase().equals("JOINING"));
        assertThat(sample.getCheckpoints())
            .as("the log is kept from its own position on")
            .allMatch(offset -> offset <= 0);
        agree(peer, site, topic);
        assertThat(site.progress().applied()).as("read from the log").isZero();
        topic.write(200);
        agree(peer, site, topic);
        assertThat(site.progress().applied()).isEqualTo(topic.events() - before);
      }
    }
  }

  @Test
  void shouldReturnWithAPeersSnapshotThatIsAheadOfItsOwnState(@TempDir Path a, @TempDir Path b)
      throws Exception {
    try (TestTopic topic = topic();
        SiteKeeper peer = SiteKeeper.start(config(topic, "a", a).build())) {
      topic.write(300);
      try (SiteKeeper site = SiteKeeper.start(config(topic, "b", b).build())) {
        awaitAll(site, topic);
      }
      topic.write(300);
      awaitSnapshot(peer, topic);
      SiteConfig again = config(topic, "b", b).joinFrom(JoinFrom.SNAPSHOT).build();
      try (SiteKeeper site = SiteKeeper.start(again)) {
        agree(peer, site, topic);
        assertThat(site.progress().applied()).as("read from the log").isZero();
      }
    }
  }

  @Test
  void shouldReadTheLogIfAPeerIsGoneAndAnothersSnapshotIsDamaged(@TempDir Path a, @TempDir Path b)
      throws Exception {
    // Without samples, sites know only the peers that they are given.
    int number = topics.incrementAndGet();
    try (TestTopic topic = new TestTopic(broker, "join" + number, PARTITIONS, number);
        SiteKeeper peer = SiteKeeper.start(config(topic, "a", a).build())) {
      topic.write(300);
      awaitSnapshot(peer, topic);
      try (FakePeer damaged = new FakePeer(peer.site().snapshots(), FakePeer.CORRUPTED, ".sst")) {
        SiteConfig joining =
            config(topic, "b", b)
                .joinFrom(JoinFrom.SNAPSHOT)
                .peers(List.of("http://127.0.0.1:1", damaged.url()))
                .build();
        try (SiteKeeper site = SiteKeeper.start(joining)) {
          agree(peer, site, topic);
          assertThat(damaged.asked()).isPositive();
          assertThat(site.progress().applied()).as("from the log").isEqualTo(topic.events());
        }
      }
    }
  }

  @Test
  void shouldReadAShortLogAtOnce(@TempDir Path a, @TempDir Path b) throws Exception {
    try (TestTopic topic = topic();
        SiteKeeper peer = SiteKeeper.start(config(topic, "a", a).build())) {
      topic.write(300);
      awaitSnapshot(peer, topic);
      SiteConfig joining = config(topic, "b", b).joinFrom(JoinFrom.AUTO).build();
      try (SiteKeeper site = SiteKeeper.start(joining)) {
        Site first = site.site();
        agree(peer, site, topic);
        assertThat(site.site()).isSameAs(first);
        assertThat(site.progress().applied()).as("from the log").isEqualTo(topic.events());
      }
    }
  }

  @Test
  void shouldRejoinAtTheSameAddressWhenTrimmedWhileItRuns(@TempDir Path a, @TempDir Path b)
      throws Exception {
    try (TestTopic topic = topic();
        SampleReader samples = new SampleReader(topic);
        SiteKeeper peer = SiteKeeper.start(config(topic, "a", a).build());
        SiteKeeper site = SiteKeeper.start(config(topic, "b", b).build())) {
      topic.write(300);
      awaitAll(peer, topic);
      awaitAll(site, topic);
      String url = site.url();
      Site before = site.site();
      CountDownLatch paused = new CountDownLatch(1);
      before.listeners().add(new Pause(paused));
      topic.write(100);
      awaitAll(peer, topic);
      topic.write(300);
      awaitAll(peer, topic);
      trim(topic, peer);
      assertThat(site.progress().phase()).isEqualTo(SitePhase.LIVE);
      paused.countDown();
      samples.await(it -> it.getSite().equals("b") && it.getPhase().equals("JOINING"));
      await().atMost(PATIENCE).until(() -> site.site() != before);

      agree(peer, site, topic);
      assertThat(site.url()).isEqualTo(url);
    }
  }

  /** Holds up the apply thread after the next batch. */
  private record Pause(CountDownLatch until) implements UpdateListener {
    @Override
    public boolean wantsUpdates() {
      return false;
    }

    @Override
    public void applied(UpdateBatch batch) {
      try {
        assertThat(until.await(10, TimeUnit.MINUTES)).isTrue();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
