package io.windsock.site;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.topic.Topics;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.platform.kafka.LogReplay;
import io.windsock.platform.kafka.LogTopic;
import io.windsock.platform.testing.RawHttp;
import io.windsock.platform.time.Clocks;
import io.windsock.site.apply.ApplyLoop;
import io.windsock.site.apply.OutputLog;
import io.windsock.site.apply.ReferenceReplay;
import io.windsock.site.apply.SiteListeners;
import io.windsock.site.disk.DataDirException;
import io.windsock.site.disk.DiskStamp;
import io.windsock.site.progress.SitePhase;
import io.windsock.site.state.Rebuild;
import io.windsock.site.state.SiteState;
import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteFault;
import io.windsock.site.status.SiteRole;
import io.windsock.site.status.SiteStartException;
import io.windsock.site.status.SiteStatus;
import io.windsock.site.testing.Requester;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SiteIT {
  private static final int PARTITIONS = 3;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final EmbeddedBroker broker;
  private final AtomicInteger topics = new AtomicInteger();

  SiteIT(@TempDir Path brokerDir) {
    broker = EmbeddedBroker.start(Options.at(brokerDir));
  }

  @AfterAll
  void stop() {
    broker.close();
  }

  private TestTopic topic() throws Exception {
    int number = topics.incrementAndGet();
    return new TestTopic(broker, "it" + number, PARTITIONS, number);
  }

  private SiteConfigBuilder config(TestTopic topic, String name, Path dir) {
    return SiteConfig.builder(
            SiteRole.MIRROR, name, broker.bootstrapServers(), dir, SiteDomain.builtIn("airline"))
        .topics(topic.topics)
        .readyLag(0)
        .memoryBytes(SiteConfig.MIN_MEMORY_BYTES)
        .topicPatience(PATIENCE)
        .checkpointEvery(Duration.ofMillis(50));
  }

  private ReferenceReplay reference(TestTopic topic, Token upTo) {
    ReferenceReplay reference = new ReferenceReplay(OutputLog.DOMAIN, PARTITIONS);
    LogReplay.read(topic.client(), topic.name, upTo, PATIENCE, reference::receive);
    return reference;
  }

  private static SiteStatus awaitAll(Site site, TestTopic topic) {
    await().atMost(PATIENCE).until(() -> site.status().eventsApplied() >= topic.events());
    return site.status();
  }

  @Test
  void shouldHoldTheReferenceReplaysStateAndCommitItsMarkers(@TempDir Path dir) throws Exception {
    try (TestTopic topic = topic()) {
      topic.write(300);
      SiteConfig config = config(topic, "m1", dir).build();
      Site site = Site.start(config);
      topic.write(300);
      SiteStatus status = awaitAll(site, topic);
      site.close();

      Map<TopicPartition, OffsetAndMetadata> markers = new HashMap<>();
      ReferenceReplay reference = new ReferenceReplay(OutputLog.DOMAIN, PARTITIONS);
      LogReplay.read(
          topic.client(),
          topic.name,
          status.token(),
          PATIENCE,
          record -> {
            reference.receive(record);
            if (record.key() == null) {
              markers.put(
                  new TopicPartition(topic.name, record.partition()),
                  new OffsetAndMetadata(record.offset() + 1));
            }
          });
      assertThat(status.digest()).isEqualTo(reference.digest());
      assertThat(status.keys()).isEqualTo(reference.keys());
      assertThat(status.events()).isEqualTo(reference.eventsByType());
      assertThat(status.faults().keySet()).isSubsetOf(SiteFault.CHECKPOINT_FAILED);
      assertThat(topic.committed(config.group())).containsAllEntriesOf(markers);
    }
  }

  @Test
  void shouldServeUntilGatewaysKnowThatItStops(@TempDir Path dir) throws Exception {
    try (TestTopic topic = topic()) {
      topic.write(100);
      Site site = Site.start(config(topic, "m1", dir).build());
      List<Integer> statuses = new ArrayList<>();
      try (Requester gateway = new Requester(site.linkUrl(), "g1", true)) {
        await().atMost(PATIENCE).until(() -> ready(site) == 200);
        assertThat(gateway.ask(Requester.key("c1", "none")).error()).contains("none");
        int status = ready(site);
        Thread close = new Thread(site::close);
        close.start();
        while (status > 0) {
          statuses.add(status);
          status = ready(site);
        }
        close.join(PATIENCE.toMillis());
      }
      // Draining takes hundreds of milliseconds; nothing is refused meanwhile.
      assertThat(statuses).containsOnly(200);
    }
  }

  /** The status of the site's readiness; 0 if it no longer answers. */
  private static int ready(Site site) {
    try {
      return RawHttp.get(site.port(), "/health/ready").status();
    } catch (RuntimeException e) {
      return 0;
    }
  }

  @Test
  void shouldGoOnFromItsDisk(@TempDir Path dir) throws Exception {
    try (TestTopic topic = topic()) {
      topic.write(200);
      SiteConfig config = config(topic, "m1", dir).build();
      Token first;
      try (Site site = Site.start(config)) {
        first = awaitAll(site, topic).token();
      }
      topic.write(100);
      // What is behind the site is not needed any more.
      topic.trim(0, first.next(0));
      try (Site site = Site.start(config)) {
        SiteStatus status = awaitAll(site, topic);

        assertThat(status.eventsApplied()).isEqualTo(topic.events());
        assertThat(status.token().covers(first)).isTrue();
        // The broker may be slow to take a commit; a later one covers it.
        assertThat(status.faults().keySet()).isSubsetOf(SiteFault.CHECKPOINT_FAILED);
        await().atMost(PATIENCE).until(() -> site.progress().phase() == SitePhase.LIVE);
      }
    }
  }

  @Test
  void shouldAgreeWithAnotherMirror(@TempDir Path one, @TempDir Path other) throws Exception {
    try (TestTopic topic = topic()) {
      try (Site first = Site.start(config(topic, "m1", one).build())) {
        topic.write(200);
        awaitAll(first, topic);
        topic.write(200);
        try (Site second = Site.start(config(topic, "m2", other).cachedKeys(2).build())) {
          awaitAll(first, topic);
          awaitAll(second, topic);
          await()
              .atMost(PATIENCE)
              .until(() -> first.status().token().equals(second.status().token()));
          assertThat(first.status().digest()).isEqualTo(second.status().digest());
        }
      }
    }
  }

  @Test
  void shouldStopRatherThanSkipWhatWasTrimmedAway(@TempDir Path dir) throws Exception {
    try (TestTopic topic = topic()) {
      topic.write(200);
      SiteConfig config = config(topic, "m1", dir).build();
      long next;
      try (Site site = Site.start(config)) {
        next = awaitAll(site, topic).token().next(1);
      }
      topic.write(100);
      topic.trim(1, next + 1);
      try (Site site = Site.start(config)) {
        SiteStatus status = site.status();

        assertThat(status.phase()).isEqualTo(SitePhase.JOINING);
        assertThat(status.phase().ready()).isFalse();
        assertThat(site.needsSnapshot()).isTrue();
        assertThat(status.detail())
            .contains("my offset was trimmed away", topic.name + "-1@" + next);
        assertThat(status.token().next(1)).isEqualTo(next);
      }
    }
  }

  @Test
  void shouldStopWhereTheLogIsTrimmedWhileItRuns(@TempDir Path dir) throws Exception {
    try (TestTopic topic = topic()) {
      topic.write(100);
      try (Site site = Site.start(config(topic, "m1", dir).build())) {
        SiteStatus before = awaitAll(site, topic);
        topic.trimBeforeAnyoneReads(2, 5);

        await().atMost(PATIENCE).until(site::needsSnapshot);
        assertThat(site.progress().detail())
            .contains("my offset was trimmed away", topic.name + "-2@");
        assertThat(site.status().digest()).isEqualTo(before.digest());
      }
    }
  }

  @Test
  void shouldNotBeginInATrimmedLogUnlessToldTo(@TempDir Path dir) throws Exception {
    try (TestTopic topic = topic()) {
      topic.write(200);
      topic.trim(2, 10);
      try (Site site = Site.start(config(topic, "m1", dir).build())) {
        assertThat(site.needsSnapshot()).isTrue();
        assertThat(site.status().eventsApplied()).isZero();
        assertThat(site.progress().detail()).contains("the log begins at 10");
      }
    }
  }

  @Test
  void shouldBeginWhereATrimmedLogBeginsAndSaySo(@TempDir Path dir) throws Exception {
    try (TestTopic topic = topic()) {
      topic.write(200);
      topic.trim(2, 10);
      try (Site site = Site.start(config(topic, "m1", dir).beginLate(true).build())) {
        await().atMost(PATIENCE).until(() -> site.progress().phase() == SitePhase.LIVE);

        assertThat(site.status().faults()).containsEntry(SiteFault.STARTED_LATE, 1L);
        assertThat(site.status().digest())
            .isEqualTo(reference(topic, site.status().token()).digest());
      }
    }
  }

  @Test
  void shouldTakeBackItsCheckpointWhenItsDiskIsLost(@TempDir Path lost, @TempDir Path dir)
      throws Exception {
    try (TestTopic topic = topic()) {
      topic.write(200);
      SiteConfig config = config(topic, "m1", lost).build();
      try (Site site = Site.start(config)) {
        awaitAll(site, topic);
      }
      long before =
          topic.committed(config.group()).values().stream().mapToLong(it -> it.offset()).sum();
      assertThat(before).isPositive();

      try (Admin admin = Admin.create(topic.client())) {
        LogTopic output = LogTopic.find(admin, topic.name, PATIENCE);
        DiskStamp stamp = new DiskStamp("", "", "", PARTITIONS, "");
        try (SiteState state = SiteState.open(dir, stamp, output.epoch(), 8L << 20, Rebuild.NEVER);
            ApplyLoop loop =
                ApplyLoop.open(
                    config.applyOptions(),
                    admin,
                    output,
                    state,
                    new SiteListeners("m1"),
                    Clocks.system())) {
          // It has its place in the log and has not applied anything.
          assertThat(loop.running()).isTrue();
          assertThat(topic.committed(config.group()).values())
              .hasSize(PARTITIONS)
              .allSatisfy(it -> assertThat(it.offset()).isZero());
        }
      }
    }
  }

  @Test
  void shouldRefuseTheDiskOfARecreatedTopic(@TempDir Path dir) throws Exception {
    try (TestTopic topic = topic()) {
      topic.write(50);
      SiteConfigBuilder config = config(topic, "m1", dir);
      try (Site site = Site.start(config.build())) {
        awaitAll(site, topic);
      }
      topic.recreate();

      assertThatThrownBy(() -> Site.start(config.build()))
          .isInstanceOf(DataDirException.class)
          .hasMessageContaining(dir.toString())
          .hasMessageContaining("topic id");
      try (Site site = Site.start(config.rebuild(Rebuild.IF_UNUSABLE).build())) {
        assertThat(site.status().keys()).isZero();
      }
    }
  }

  @Test
  void shouldStopWhenItsTopicIsReplacedWhileItRuns(@TempDir Path dir) throws Exception {
    try (TestTopic topic = topic()) {
      topic.write(50);
      SiteConfig config = config(topic, "m1", dir).watchEvery(Duration.ofMillis(100)).build();
      try (Site site = Site.start(config)) {
        awaitAll(site, topic);
        topic.recreate();

        await().atMost(PATIENCE).until(() -> site.progress().phase() == SitePhase.STOPPED);
        assertThat(site.progress().detail()).contains(topic.name, "deleted");
      }
    }
  }

  @Test
  void shouldSayThatItsTopicWasReplacedWhenItsOffsetIsMissed(@TempDir Path dir) throws Exception {
    try (TestTopic topic = topic()) {
      topic.write(50);
      SiteConfig config = config(topic, "m1", dir).watchEvery(Duration.ofHours(1)).build();
      try (Site site = Site.start(config)) {
        awaitAll(site, topic);
        topic.recreate();

        await().atMost(PATIENCE).until(() -> site.progress().phase() == SitePhase.STOPPED);
        assertThat(site.progress().detail()).contains(topic.name, "deleted");
      }
    }
  }

  @Test
  void shouldNameTheTopicThatIsMissing(@TempDir Path dir) {
    SiteConfig config =
        SiteConfig.builder(
                SiteRole.CENTRAL,
                "c",
                broker.bootstrapServers(),
                dir,
                SiteDomain.builtIn("airline"))
            .topics(new Topics("none"))
            .topicPatience(Duration.ofMillis(500))
            .build();

    assertThatThrownBy(() -> Site.start(config))
        .isInstanceOf(SiteStartException.class)
        .hasMessageContaining("none.forward");
  }

  @Test
  void shouldCountForeignRecordsAndGoOn(@TempDir Path dir) throws Exception {
    try (TestTopic topic = topic()) {
      byte[] key = "FL1".getBytes(UTF_8);
      topic.send(new ProducerRecord<>(topic.name, 0, key, new byte[] {1, 2, 3}));
      topic.send(new ProducerRecord<>(topic.name, 0, null, new byte[] {1}));
      topic.send(new ProducerRecord<>(topic.name, 0, key, null));
      topic.write(50);
      try (Site site = Site.start(config(topic, "m1", dir).build())) {
        SiteStatus status = awaitAll(site, topic);

        assertThat(status.faults()).containsEntry(SiteFault.UNDECODABLE, 3L);
        assertThat(status.digest()).isEqualTo(reference(topic, status.token()).digest());
      }
    }
  }
}
