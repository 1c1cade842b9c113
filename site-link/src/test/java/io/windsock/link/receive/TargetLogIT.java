package io.windsock.link.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.link.batch.OffsetRange;
import io.windsock.link.batch.TargetRun;
import io.windsock.link.run.Contents;
import io.windsock.link.run.Sites;
import io.windsock.link.stage.SessionProof;
import io.windsock.link.stage.SessionSeed;
import io.windsock.link.transport.Open;
import io.windsock.link.transport.SourceTopic;
import io.windsock.platform.copy.LinkPosition;
import io.windsock.platform.copy.LinkTopic;
import io.windsock.platform.copy.OffsetPair;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a session finds at the target when it begins. Each test has a link and topics of its own.
 */
@Timeout(300)
class TargetLogIT {
  /** With Kafka's own default, 1 MiB and a batch's head. */
  private static final EmbeddedBroker BROKER =
      EmbeddedBroker.start(Options.temporary().withProperty("message.max.bytes", "1048588"));

  private static final Map<String, Object> KAFKA =
      Map.of("bootstrap.servers", BROKER.bootstrapServers());
  private static final Admin ADMIN = Admin.create(KAFKA);

  private final String link = Uuid.randomUuid().toString();
  private final String control = LinkTopic.name(link);
  private final SourceTopic a = new SourceTopic("a" + link, Uuid.randomUuid(), 2);
  private final SourceTopic b = new SourceTopic("b" + link, Uuid.randomUuid(), 1);
  private final TopicPartition a0 = new TopicPartition(a.name(), 0);
  private final TopicPartition a1 = new TopicPartition(a.name(), 1);

  @AfterAll
  static void stop() {
    ADMIN.close();
    BROKER.close();
  }

  private TargetLog open(SourceTopic... topics) throws Exception {
    SessionSeed seed = new SessionSeed(link, SessionSeed.random(), SessionSeed.random());
    SessionProof proof = SessionProof.of(Sites.keys("k1", 1), seed);
    return TargetLog.open(KAFKA, Open.of(proof, List.of(topics), 0));
  }

  private static ProducerRecord<byte[], byte[]> record(TopicPartition at) {
    long nowMs = System.currentTimeMillis();
    return new ProducerRecord<>(at.topic(), at.partition(), nowMs, null, new byte[100]);
  }

  /** Writes a batch of ten records, from such an offset of the source on. */
  private static void write(TargetLog log, TopicPartition at, long from) throws Exception {
    OffsetRange range = new OffsetRange(at, from, from + 10);
    TargetRun run = new TargetRun(range, Collections.nCopies(10, record(at)), from + 10);
    log.write(log.position().batch() + 1, List.of(new TargetRun[][] {{run}}));
  }

  /** Copies ten records in a session of its own; returns what the target has then. */
  private LinkPosition copy(TopicPartition at, long from) throws Exception {
    try (TargetLog log = open(a)) {
      write(log, at, from);
      log.commit();
      return log.position();
    }
  }

  private void put(LinkPosition position) throws Exception {
    send(Map.of(), LinkProducer.position(control, position));
  }

  private static void send(Map<String, Object> more, ProducerRecord<byte[], byte[]> record)
      throws Exception {
    try (KafkaProducer<byte[], byte[]> producer = producer(more)) {
      Future<?> sent = producer.send(record);
      sent.get();
    }
  }

  private static KafkaProducer<byte[], byte[]> producer(Map<String, Object> more) {
    Map<String, Object> properties = new HashMap<>(KAFKA);
    properties.putAll(more);
    ByteArraySerializer bytes = new ByteArraySerializer();
    return new KafkaProducer<>(properties, bytes, bytes);
  }

  /** Returns the position of such an epoch: a reader sees it a moment after it is committed. */
  private LinkPosition awaitPosition(int epoch) {
    return await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> LinkTopic.read(KAFKA, control), now -> now.epoch() == epoch);
  }

  private void assertRefused(String reason) {
    assertThatThrownBy(() -> open(a).close())
        .isInstanceOf(RefusedLinkException.class)
        .hasMessageContaining(reason)
        .hasMessageEndingWith("delete it and the link's topic at the target to copy it anew");
  }

  /** As after an unclean election, or a broker that lost power: the end of the log is gone. */
  @Test
  void shouldRefuseATargetThatHasLostRecords() throws Exception {
    LinkPosition has = copy(a0, 0);
    Map<TopicPartition, OffsetPair> lost = Map.of(a0, new OffsetPair(20, 21));
    put(has.after(2, Map.of(), Map.of(a0, 20L), lost, 0));

    assertRefused(a0 + " ends at 11, and the link has written it up to 21");
  }

  /** Otherwise its last batch would be written again. */
  @Test
  void shouldRefuseATargetWhoseLastPositionIsLost() throws Exception {
    LinkPosition before = copy(a0, 0);
    copy(a0, 10);
    put(before);

    assertRefused(a0 + " has one at 11, and the link has written it up to 10");
  }

  @Test
  void shouldRefuseRecordsOfSomebodyElse() throws Exception {
    copy(a0, 0);
    send(Map.of(), record(a0));

    assertRefused(a0 + " has one at 11, and the link has written it up to 10");
    assertRefused(a0 + " has one at 11"); // as often as it is tried
  }

  @Test
  void shouldRefuseThemWhereTheLinkHasWrittenNothing() throws Exception {
    copy(a0, 0);
    send(Map.of(), record(a1));

    assertRefused(a1 + " has one at 0, and the link has written it up to 0");
  }

  /** They lie where the batch's records were expected, so it is not committed. */
  @Test
  void shouldRefuseRecordsThatCameBeforeABatch() throws Exception {
    copy(a0, 0);
    try (TargetLog log = open(a)) {
      send(Map.of(), record(a0));
      write(log, a0, 10);
      assertThatThrownBy(log::commit)
          .isInstanceOf(KafkaException.class)
          .hasMessageContaining("so it was not committed");
    }

    assertRefused(a0 + " has one at 11, and the link has written it up to 10");
  }

  /** As a coordinator of transactions does that was elected while the former one wrote them. */
  @Test
  void shouldContinueAfterAMarkerThatWasWrittenTwice() throws Exception {
    copy(a0, 0);
    try (TargetLog log = open(a)) {
      write(log, a0, 10);
      write(log, a1, 0);
      log.commit();
      writeMarker(a0);
      write(log, a1, 10);
      log.commit();
      write(log, a0, 20);
      assertThatThrownBy(log::commit)
          .isInstanceOf(KafkaException.class)
          .hasMessageContaining(a0 + " has the batch up to 33, and 32 was expected");
    }
    assertThat(LinkTopic.read(KAFKA, control).next()).isEqualTo(Map.of(a0, 20L, a1, 20L));

    writeMarker(a0);
    LinkPosition now = copy(a0, 20);
    assertThat(now.next()).isEqualTo(Map.of(a0, 30L, a1, 20L));
    assertThat(Contents.of(KAFKA, List.of(a0, a1)).values())
        .extracting(Contents::records)
        .containsExactly(30L, 20L);
    assertThat(copy(a0, 30).copied()).containsEntry(a0, new OffsetPair(40, 56));
  }

  private static void writeMarker(TopicPartition at) throws Exception {
    ProducerState last =
        ADMIN.describeProducers(Set.of(at)).partitionResult(at).get().activeProducers().stream()
            .max(Comparator.comparingLong(ProducerState::lastTimestamp))
            .orElseThrow();
    ADMIN
        .abortTransaction(
            new AbortTransactionSpec(
                at,
                last.producerId(),
                (short) last.producerEpoch(),
                last.coordinatorEpoch().orElseThrow()))
        .all()
        .get();
  }

  @Test
  void shouldWaitForATransactionOfSomebodyElse() throws Exception {
    copy(a0, 0);
    try (KafkaProducer<byte[], byte[]> stranger =
        producer(Map.of(ProducerConfig.TRANSACTIONAL_ID_CONFIG, link))) {
      stranger.initTransactions();
      stranger.beginTransaction();
      stranger.send(record(a0)).get();
      assertThatThrownBy(() -> open(a).close())
          .isInstanceOf(KafkaException.class)
          .hasMessageContaining("a transaction is open in " + a0 + " at 11");

      stranger.abortTransaction();
    }
    assertThat(copy(a0, 10).next()).containsEntry(a0, 20L);
  }

  /** A fail-back would believe that the target has what was copied of it. */
  @Test
  void shouldForgetATopicThatWasDeletedToBeCopiedAnewAndIsNoLongerCopied() throws Exception {
    LinkPosition has = copyBoth();
    put(has.renewing());
    new ClusterTopics(ADMIN).delete(Set.of(a.name()));
    open(b).close();

    LinkPosition now = awaitPosition(has.epoch() + 1);
    assertThat(now.topics()).containsOnlyKeys(b.name());
    assertThat(now.next()).isEmpty();
    assertThat(now.copied()).isEmpty();
    assertThat(now.isRenewing()).isFalse();
  }

  @Test
  void shouldKeepATopicThatIsNoLongerCopiedAndWasNotDeleted() throws Exception {
    LinkPosition has = copyBoth();
    put(has.renewing());
    open(b).close();

    LinkPosition now = awaitPosition(has.epoch() + 1);
    assertThat(now.topics()).containsEntry(a.name(), has.topics().get(a.name()));
    assertThat(now.next()).isEqualTo(Map.of(a0, 10L));
  }

  private LinkPosition copyBoth() throws Exception {
    try (TargetLog log = open(a, b)) {
      write(log, a0, 0);
      write(log, new TopicPartition(b.name(), 0), 0);
      log.commit();
      return log.position();
    }
  }

  @Test
  void shouldContinueAfterRecordsThatWereAborted() throws Exception {
    copy(a0, 0);
    try (TargetLog log = open(a)) {
      write(log, a0, 10);
      write(log, a1, 0);
    } // without a commit
    LinkPosition has = copy(a0, 10);

    assertThat(has.next()).containsEntry(a0, 20L).doesNotContainKey(a1);
    assertThat(copy(a1, 0).next()).containsEntry(a1, 10L);
  }

  @Test
  void shouldContinueAfterAllRecordsWereDeletedByRetention() throws Exception {
    copy(a0, 0);
    ADMIN.deleteRecords(Map.of(a0, RecordsToDelete.beforeOffset(-1))).all().get();

    assertThat(copy(a0, 10).next()).containsEntry(a0, 20L);
  }

  /** As of a source whose clock, or that of its producers, is ahead. */
  @Test
  void shouldWriteARecordOfTheFuture() throws Exception {
    long laterMs = System.currentTimeMillis() + Duration.ofDays(1).toMillis();
    ProducerRecord<byte[], byte[]> early =
        new ProducerRecord<>(a0.topic(), a0.partition(), laterMs, null, new byte[100]);
    try (TargetLog log = open(a)) {
      TargetRun run = new TargetRun(new OffsetRange(a0, 0, 1), List.of(early), 1);
      log.write(1, List.of(new TargetRun[][] {{run}}));
      log.commit();

      assertThat(log.position().lastRecordMs()).isEqualTo(laterMs);
    }
  }

  /** Otherwise it is sent again and again, and the reason names a limit of the link's own. */
  @Test
  void shouldWriteALongRecordIfTheTopicTakesIt() throws Exception {
    NewTopic takes =
        new NewTopic(a.name(), 2, (short) 1)
            .configs(Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, String.valueOf(48 << 20)));
    new ClusterTopics(ADMIN).create(takes);
    ProducerRecord<byte[], byte[]> longest =
        new ProducerRecord<>(a0.topic(), a0.partition(), 0L, null, new byte[40 << 20]);
    try (TargetLog log = open(a)) {
      TargetRun run = new TargetRun(new OffsetRange(a0, 0, 1), List.of(longest), 1);
      log.write(1, List.of(new TargetRun[][] {{run}}));
      log.commit();

      assertThat(log.position().copied()).isEqualTo(Map.of(a0, new OffsetPair(1, 1)));
    }
  }

  /** As when both sides are started with the brokers of one cluster. */
  @Test
  void shouldRefuseToCopyATopicIntoItself() throws Exception {
    ClusterTopics topics = new ClusterTopics(ADMIN);
    topics.create(new NewTopic(a.name(), 2, (short) 1));
    Uuid id = Objects.requireNonNull(topics.describe(a.name())).topicId();

    assertThatThrownBy(() -> open(new SourceTopic(a.name(), id, 2)).close())
        .isInstanceOf(RefusedLinkException.class)
        .hasMessageContaining("topic '" + a.name() + "' is the same one at both sites")
        .hasMessageEndingWith("start one of them with the brokers of the other cluster (-b)");
    assertThat(ADMIN.listTopics().names().get()).doesNotContain(control);
  }

  /** As one that a broker has created by itself. */
  @ParameterizedTest
  @ValueSource(strings = {"delete", "compact,delete"})
  void shouldRefuseATopicOfItsOwnThatForgets(String policy) throws Exception {
    NewTopic forgets =
        new NewTopic(control, 1, (short) 1)
            .configs(Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, policy));
    ADMIN.createTopics(List.of(forgets)).all().get();

    assertThatThrownBy(() -> open(a).close())
        .isInstanceOf(RefusedLinkException.class)
        .hasMessageStartingWith("topic '" + control + "' has cleanup.policy=" + policy)
        .hasMessageEndingWith("set it to compact");
  }

  /** More than brokers take in a record by default. */
  @Test
  void shouldKeepThePositionOfManyPartitions() throws Exception {
    LinkPosition has = putWithOthers(copy(a0, 0), 16_000);
    assertThat(has.encode()).hasSizeGreaterThan(1 << 20);

    LinkPosition now = copy(a0, 10);
    assertThat(now.next()).hasSameSizeAs(has.next()).containsEntry(a0, 20L);
    await().atMost(Duration.ofMinutes(1)).until(() -> LinkTopic.read(KAFKA, control), now::equals);
  }

  /** Nobody could read the position of one more. */
  @Test
  void shouldRefuseMorePartitionsThanAPositionCanHave() throws Exception {
    putWithOthers(copy(a0, 0), LinkPosition.MAX_PARTITIONS - 1);

    assertThatThrownBy(() -> open(a).close())
        .isInstanceOf(RefusedLinkException.class)
        .hasMessageContaining("would have 16385 partitions")
        .hasMessageContaining("the most is 16384: copy these topics by a link of another name");
  }

  /** Adds partitions of a topic that the link copied before. */
  private LinkPosition putWithOthers(LinkPosition has, int partitions) throws Exception {
    Map<TopicPartition, Long> next = new HashMap<>(has.next());
    Map<TopicPartition, OffsetPair> copied = new HashMap<>(has.copied());
    for (int p = 0; p < partitions; p++) {
      TopicPartition other = new TopicPartition("other" + link, p);
      next.put(other, 1_000_000L);
      copied.put(other, new OffsetPair(1_000_000, 1_000_000));
    }
    LinkPosition all =
        new LinkPosition(
            has.epoch(), has.batch(), has.topics(), next, copied, 0, 0, 0, Map.of(), false);
    send(
        Map.of(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, 32 << 20),
        LinkProducer.position(control, all));
    return all;
  }

  /** Its positions had no offsets of the target. */
  @Test
  void shouldContinueWhatTheFirstBuildHasCopied() throws Exception {
    LinkPosition now = copy(a0, 0);
    put(
        new LinkPosition(
            now.epoch(),
            now.batch(),
            now.topics(),
            now.next(),
            Map.of(),
            0,
            0,
            0,
            Map.of(),
            false));

    assertThat(copy(a0, 10).copied()).isEqualTo(Map.of(a0, new OffsetPair(20, 21)));
  }
}
