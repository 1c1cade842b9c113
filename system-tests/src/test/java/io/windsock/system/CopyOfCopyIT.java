package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.topic.Topics;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.link.receive.LinkReceiver;
import io.windsock.link.send.LinkSender;
import io.windsock.link.stage.KeyRing;
import io.windsock.site.SiteConfig;
import io.windsock.site.SiteKeeper;
import io.windsock.site.apply.OutputLog;
import io.windsock.site.progress.SitePhase;
import io.windsock.site.status.SiteFault;
import io.windsock.site.status.SiteRole;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The fail-over drill of docs/link.md where the first copy lacks its beginning. The link back
 * copies a log that begins at offset 0, and lacks it all the same.
 */
@Timeout(600)
class CopyOfCopyIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Topics TOPICS = Topics.standard();
  private static final int MARKER_EVERY = 10;

  /** So many that most have no record behind the last marker. */
  private static final int KEYS = 300;

  private static final int TRIMMED = 900;

  /** So few that some partitions get no other marker. */
  private static final int MORE = 15;

  @TempDir private Path folder;

  private final EmbeddedBroker primary = EmbeddedBroker.start(Options.temporary());
  private final EmbeddedBroker remote = EmbeddedBroker.start(Options.temporary());
  private final OutputLog log = new OutputLog(5, RemoteLog.PARTITIONS, KEYS, MARKER_EVERY);
  private final Map<TopicPartition, Long> afterMarkers = new HashMap<>();
  private final List<SiteKeeper> sites = new ArrayList<>();
  private long events;

  @BeforeEach
  void prepare() throws Exception {
    RemoteLog.prepare(primary, true);
    RemoteLog.prepare(remote, false);
  }

  @AfterEach
  void close() {
    sites.forEach(SiteKeeper::close);
    remote.close();
    primary.close();
  }

  private SiteKeeper mirror(EmbeddedBroker cluster, String name, List<String> peers) {
    SiteKeeper site =
        SiteKeeper.start(
            SiteConfig.builder(
                    SiteRole.MIRROR,
                    name,
                    cluster.bootstrapServers(),
                    folder.resolve(name),
                    Outputs.DOMAIN)
                .peers(peers)
                .readyLag(0)
                .memoryBytes(SiteConfig.MIN_MEMORY_BYTES)
                .snapshots(Duration.ofMillis(200), 1_000_000)
                .build());
    sites.add(site);
    return site;
  }

  private void stop(SiteKeeper site) {
    sites.remove(site);
    site.close();
  }

  /** Writes in one transaction what a topology could have written next. */
  private void write(EmbeddedBroker cluster, int count) throws Exception {
    Map<TopicPartition, Future<RecordMetadata>> markers = new HashMap<>();
    ByteArraySerializer bytes = new ByteArraySerializer();
    Map<String, Object> properties = new HashMap<>(RemoteLinks.kafka(cluster));
    properties.put("transactional.id", "copy-of-copy");
    try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(properties, bytes, bytes)) {
      producer.initTransactions();
      producer.beginTransaction();
      for (ConsumerRecord<byte[], byte[]> record : log.next(count)) {
        Future<RecordMetadata> sent = producer.send(copyOf(record));
        if (record.key() == null) {
          markers.put(new TopicPartition(TOPICS.mirror(), record.partition()), sent);
        } else {
          events++;
        }
      }
      producer.commitTransaction();
    }
    for (Map.Entry<TopicPartition, Future<RecordMetadata>> marker : markers.entrySet()) {
      afterMarkers.put(marker.getKey(), marker.getValue().get().offset() + 1);
    }
  }

  private static ProducerRecord<byte[], byte[]> copyOf(ConsumerRecord<byte[], byte[]> record) {
    return new ProducerRecord<>(
        TOPICS.mirror(), record.partition(), null, record.key(), record.value(), record.headers());
  }

  /** Trims behind the last markers, as a controller does. */
  private void trim(EmbeddedBroker cluster) throws Exception {
    Map<TopicPartition, RecordsToDelete> before = new HashMap<>();
    afterMarkers.forEach((at, offset) -> before.put(at, RecordsToDelete.beforeOffset(offset)));
    try (Admin admin = Admin.create(RemoteLinks.kafka(cluster))) {
      admin.deleteRecords(before).all().get();
    }
  }

  private void awaitApplied(SiteKeeper site) {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                site.progress().phase() == SitePhase.LIVE
                    && site.status().eventsApplied() == events);
  }

  private void awaitEqual(SiteKeeper one, SiteKeeper other) {
    awaitApplied(one);
    awaitApplied(other);
    assertThat(other.status().digest()).isEqualTo(one.status().digest());
    assertThat(other.status().keys()).isEqualTo(one.status().keys());
    assertThat(other.status().faults())
        .doesNotContainKeys(SiteFault.MARKER_HOLE, SiteFault.MARKER_COUNTS);
  }

  @Test
  void shouldNotTakeACopyOfACopyForWhole() throws Exception {
    SiteKeeper first = mirror(primary, "first", List.of());
    write(primary, TRIMMED);
    awaitApplied(first);
    long keys = first.status().keys();
    trim(primary);
    SiteKeeper second = join("main", primary, remote, "second", first);
    RemoteLinks.promote(remote, "main");
    stop(first);
    write(remote, MORE);

    assertThat(RemoteLinks.discard(remote, primary, "main").records()).isZero();
    SiteKeeper third = join("back", remote, primary, "third", second);
    RemoteLinks.promote(primary, "back");
    stop(second);
    write(primary, MORE);

    assertThat(RemoteLinks.discard(primary, remote, "back").records()).isZero();
    SiteKeeper fourth = join("main", primary, remote, "fourth", third);
    assertThat(fourth.status().keys()).isGreaterThanOrEqualTo(keys);
  }

  /**
   * Copies the log, and starts a mirror of the copy: alone it must wait, with a peer it is equal.
   */
  private SiteKeeper join(
      String link, EmbeddedBroker from, EmbeddedBroker to, String name, SiteKeeper peer) {
    try (LinkReceiver receiver = RemoteLinks.receiver(to, KeyRing.NONE);
        LinkSender sender = RemoteLinks.sender(link, from, receiver, KeyRing.NONE)) {
      await().atMost(PATIENCE).until(() -> sender.status().batch() > 0);
      SiteKeeper site = mirror(to, name, List.of());
      await()
          .atMost(PATIENCE)
          .until(() -> Set.of(SitePhase.JOINING, SitePhase.LIVE).contains(site.progress().phase()));
      assertThat(site.progress().phase())
          .as("%s has %d keys without a peer", name, site.status().keys())
          .isEqualTo(SitePhase.JOINING);
      assertThat(site.progress().detail()).contains("a copy without its beginning");

      site.site().peers(List.of(peer.url()));
      awaitEqual(peer, site);
      return site;
    }
  }
}
