package io.windsock.link.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.FreePort;
import io.windsock.embedded.Options;
import io.windsock.link.failover.DiscardedRange;
import io.windsock.link.failover.FailBack;
import io.windsock.link.failover.LinkPromotion;
import io.windsock.link.failover.Survey;
import io.windsock.link.receive.LinkReceiver;
import io.windsock.link.run.Contents;
import io.windsock.link.run.Sites;
import io.windsock.link.send.LinkSender;
import io.windsock.link.send.SenderStatus.State;
import io.windsock.platform.copy.LinkPosition;
import io.windsock.platform.copy.LinkTopic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A source whose log is not what it was: it has lost records that were copied. Each start of its
 * broker begins another leader's epoch.
 */
@Timeout(600)
class SourceLossIT {
  private static final TopicPartition A0 = new TopicPartition("a", 0);
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final EmbeddedBroker target = EmbeddedBroker.start(Options.temporary());
  private final Map<String, Object> targetKafka = kafka(target);
  private final LinkReceiver receiver =
      LinkReceiver.start(Sites.receiverConfig(targetKafka, LinkRun.TWO_STAGE, null));
  private Options options;
  private EmbeddedBroker source;
  private Map<String, Object> sourceKafka;

  @BeforeEach
  void start(@TempDir Path folder) throws Exception {
    options = Options.at(folder).withPort(FreePort.any());
    source = EmbeddedBroker.start(options);
    source.createTopics(Sites.topics());
    sourceKafka = kafka(source);
  }

  @AfterEach
  void stop() {
    receiver.close();
    source.close();
    target.close();
  }

  private static Map<String, Object> kafka(EmbeddedBroker broker) {
    return Map.of("bootstrap.servers", broker.bootstrapServers());
  }

  private void restart() {
    source.close();
    source = EmbeddedBroker.start(options);
  }

  /** Writes ten records in a transaction. */
  private void write() {
    ByteArraySerializer bytes = new ByteArraySerializer();
    Map<String, Object> properties =
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            source.bootstrapServers(),
            ProducerConfig.TRANSACTIONAL_ID_CONFIG,
            "feed");
    try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(properties, bytes, bytes)) {
      producer.initTransactions();
      producer.beginTransaction();
      for (int i = 0; i < 10; i++) {
        var unused =
            producer.send(new ProducerRecord<>(A0.topic(), A0.partition(), null, bytes(i)));
      }
      producer.commitTransaction();
    }
  }

  private static byte[] bytes(int i) {
    return new byte[] {(byte) i};
  }

  private LinkSender sender() {
    return LinkSender.start(
        Sites.senderConfig(
            "main", sourceKafka, receiver.port(), LinkRun.TWO_STAGE, Sites.keys("k1", 1), null));
  }

  private void awaitCopied(long records) {
    await()
        .atMost(PATIENCE)
        .ignoreExceptions() // the topics are being created
        .untilAsserted(
            () -> {
              Map<String, Contents> has = Contents.of(targetKafka, Sites.partitions());
              assertThat(Objects.requireNonNull(has.get(A0.toString())).records())
                  .isEqualTo(records);
              assertThat(has).isEqualTo(Contents.of(sourceKafka, Sites.partitions()));
            });
  }

  private void copy(long records) {
    try (LinkSender sender = sender()) {
      awaitCopied(records);
      LinkRun.awaitStatus(sender, State.SENDING, "");
    }
  }

  private static int leaderEpoch(Admin admin) throws Exception {
    return admin
        .listOffsets(Map.of(A0, OffsetSpec.latest()))
        .partitionResult(A0)
        .get()
        .leaderEpoch()
        .orElseThrow();
  }

  private static OffsetAndMetadata committed(Admin admin) throws Exception {
    return Objects.requireNonNull(
        admin
            .listConsumerGroupOffsets(LinkTopic.name("main"))
            .partitionsToOffsetAndMetadata()
            .get()
            .get(A0));
  }

  private static void commit(Admin admin, OffsetAndMetadata offset) throws Exception {
    admin.alterConsumerGroupOffsets(LinkTopic.name("main"), Map.of(A0, offset)).all().get();
  }

  /**
   * The log has grown past what was copied, so that its end shows nothing. A commit of the first
   * leader's epoch is what remains when a leader is elected that lacks the end of its log.
   */
  @Test
  void shouldStopWhenOtherRecordsHaveTakenThePlaceOfThoseThatWereCopied() throws Exception {
    write();
    int first;
    String copiedUpTo;
    try (Admin admin = Admin.create(sourceKafka)) {
      first = leaderEpoch(admin);
    }
    restart();
    write();
    copy(20);
    Map<String, Contents> before = Contents.of(targetKafka, Sites.partitions());
    try (Admin admin = Admin.create(sourceKafka)) {
      OffsetAndMetadata now = committed(admin);
      assertThat(now.leaderEpoch()).hasValue(leaderEpoch(admin));
      commit(admin, new OffsetAndMetadata(now.offset(), Optional.of(first), now.metadata()));
      copiedUpTo =
          "a-0 was copied up to %d, and the log is another one from ".formatted(now.offset());
    }
    write();

    try (LinkSender sender = sender()) {
      LinkRun.awaitStatus(sender, State.STOPPED, copiedUpTo);
      assertThat(sender.status().detail())
          .startsWith("the source has lost records that the target has")
          .contains("promote the target, or delete the copied topics");
    }
    assertThat(Contents.of(targetKafka, Sites.partitions())).isEqualTo(before);
  }

  /** They are nowhere else, and the copied ones in whose place they are stay at the target. */
  @Test
  void shouldCountRecordsInPlaceOfCopiedOnesAsLost() throws Exception {
    write();
    int first;
    try (Admin admin = Admin.create(sourceKafka)) {
      first = leaderEpoch(admin);
    }
    restart();
    write();
    copy(20);
    new LinkPromotion(targetKafka, "main", InstantSource.system()).promote();
    try (Admin admin = Admin.create(sourceKafka);
        FailBack failBack = new FailBack(targetKafka, sourceKafka, "main")) {
      assertThat(failBack.survey().ranges()).as("all was copied").isEmpty();
      OffsetAndMetadata now = committed(admin);
      commit(admin, new OffsetAndMetadata(now.offset(), Optional.of(first), now.metadata()));

      Survey survey = failBack.survey();
      assertThat(survey.ranges())
          .containsExactly(new DiscardedRange(A0.topic(), A0.partition(), 11, 22, 10, 0, 11));
      assertThat(survey.unchecked()).isEmpty();

      write();
      assertThat(failBack.survey().ranges())
          .containsExactly(new DiscardedRange(A0.topic(), A0.partition(), 11, 33, 20, 0, 11));
      admin.deleteConsumerGroups(List.of(LinkTopic.name("main"))).all().get();
      Survey forgotten = failBack.survey();
      assertThat(forgotten.records()).isEqualTo(10);
      assertThat(forgotten.unchecked()).containsExactly(A0.toString());
    }
  }

  /**
   * The log has nothing of the leader that was committed, so the end of the leader's before it says
   * only that it is another log from there on at the latest.
   */
  @Test
  void shouldNotKnowWhereALogBecameAnotherOneAfterTwoElections() throws Exception {
    write();
    restart();
    int between;
    try (Admin admin = Admin.create(sourceKafka)) {
      between = leaderEpoch(admin);
    }
    restart();
    write();
    copy(20);
    new LinkPromotion(targetKafka, "main", InstantSource.system()).promote();
    try (Admin admin = Admin.create(sourceKafka);
        FailBack failBack = new FailBack(targetKafka, sourceKafka, "main")) {
      OffsetAndMetadata now = committed(admin);
      commit(admin, new OffsetAndMetadata(now.offset(), Optional.of(between), now.metadata()));

      Survey survey = failBack.survey();
      assertThat(survey.ranges())
          .containsExactly(new DiscardedRange(A0.topic(), A0.partition(), 11, 22, 10, 0, 11));
      assertThat(survey.unchecked()).containsExactly(A0.toString());
    }
  }

  /** The broker is started again with an earlier copy of its data, and gets other records. */
  @Test
  void shouldStopWhenTheSourceLosesRecordsWhileItRuns(@TempDir Path other) throws Exception {
    write();
    source.close();
    Path earlier = copyOf(Objects.requireNonNull(options.dataDir()), other.resolve("earlier"));
    source = EmbeddedBroker.start(options);
    write();
    try (LinkSender sender = sender()) {
      awaitCopied(20);
      LinkRun.awaitStatus(sender, State.SENDING, "");
      source.close();
      EmbeddedBroker.start(Options.at(earlier)).close(); // so that no epoch is used twice
      source = EmbeddedBroker.start(Options.at(earlier).withPort(options.port()));
      write();
      write();

      LinkRun.awaitStatus(sender, State.STOPPED, "and the log is another one from 1");
    }
  }

  private static Path copyOf(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
    return to;
  }

  /** A change of leaders alone is nothing to stop for, whenever it happens. */
  @Test
  void shouldContinueWithAnotherLeader() throws Exception {
    write();
    copy(10);
    restart();
    copy(10); // the end is a marker of the leader before
    write();
    restart();
    try (LinkSender sender = sender()) {
      awaitCopied(20);
      restart();
      awaitCopied(20);
      write();
      awaitCopied(30);
      LinkRun.awaitStatus(sender, State.SENDING, "");
    }
    copy(30);
  }

  /** After a kill, less is committed at the source than the target has. */
  @Test
  void shouldContinueWhenLessIsCommittedThanTheTargetHas() throws Exception {
    write();
    copy(10);
    try (Admin admin = Admin.create(sourceKafka)) {
      OffsetAndMetadata before = committed(admin);
      restart();
      write();
      copy(20);
      commit(admin, before);
    }
    write();
    copy(30);
  }

  @Test
  void shouldStopWhenTheSourceEndsBeforeWhatWasCopied() throws Exception {
    write();
    copy(10);
    LinkPosition has = LinkTopic.read(targetKafka, LinkTopic.name("main"));
    byte[] more = has.after(2, Map.of(), Map.of(A0, 100L), Map.of(), 0).encode();
    ByteArraySerializer bytes = new ByteArraySerializer();
    try (KafkaProducer<byte[], byte[]> to = new KafkaProducer<>(targetKafka, bytes, bytes)) {
      to.send(new ProducerRecord<>(LinkTopic.name("main"), 0, LinkTopic.positionKey(), more)).get();
    }

    try (LinkSender sender = sender()) {
      LinkRun.awaitStatus(sender, State.STOPPED, "a-0 ends at 11, and was copied up to 100");
    }
  }
}
