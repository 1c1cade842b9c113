package io.windsock.link.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.windsock.link.failover.FailOverException;
import io.windsock.link.failover.LinkPromotion;
import io.windsock.link.failover.LinkPromotion.Accept;
import io.windsock.link.interval.FixedBatch;
import io.windsock.link.receive.LinkReceiver;
import io.windsock.link.receive.OpenSession;
import io.windsock.link.run.Contents;
import io.windsock.link.run.Line;
import io.windsock.link.run.Sites;
import io.windsock.link.send.LinkSender;
import io.windsock.link.send.SenderConfig;
import io.windsock.link.send.SenderStatus.State;
import io.windsock.platform.copy.LinkPosition;
import io.windsock.platform.copy.LinkTopic;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Records that the source has deleted before the link has read them: it stops, and skips none. */
@Timeout(600)
class SourceFaultIT {
  private static final TopicPartition A0 = new TopicPartition("a", 0);
  private static final TopicPartition A1 = new TopicPartition("a", 1);
  private static final ConfigResource A = new ConfigResource(ConfigResource.Type.TOPIC, "a");
  private static final int VALUE_BYTES = 10_000;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static void write(Sites sites, TopicPartition at, int records) {
    ByteArraySerializer bytes = new ByteArraySerializer();
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(sites.sourceKafka, bytes, bytes)) {
      for (int i = 0; i < records; i++) {
        var unused =
            producer.send(
                new ProducerRecord<>(at.topic(), at.partition(), null, new byte[VALUE_BYTES]));
      }
    }
  }

  private static void trim(Sites sites, TopicPartition at, long before) throws Exception {
    try (Admin admin = Admin.create(sites.sourceKafka)) {
      admin.deleteRecords(Map.of(at, RecordsToDelete.beforeOffset(before))).all().get();
    }
  }

  @Test
  void shouldStopWhenAPartitionIsTrimmedThatWasEmptyWhenTheLinkBegan() throws Exception {
    try (Sites sites = new Sites();
        LinkReceiver receiver = sites.receiver(LinkRun.TWO_STAGE, null)) {
      write(sites, A0, 10);
      try (LinkSender sender = LinkRun.sender(sites, receiver)) {
        LinkRun.awaitCopied(sites, 10);
        LinkRun.awaitRecords(sender, 10);
        assertThat(sender.status().records()).isEqualTo(10);
      }
      Map<String, Contents> before = sites.atTarget();
      write(sites, A1, 100);
      trim(sites, A1, 50);

      try (LinkSender sender = LinkRun.sender(sites, receiver)) {
        LinkRun.awaitStatus(sender, State.STOPPED, "next is a-1@0, and the log begins at 50");
      }
      assertThat(sites.atTarget()).isEqualTo(before);
    }
  }

  /** A site at the target must know that the copy lacks what only the trimmed records said. */
  @Test
  void shouldSayAtTheTargetWhereACopyBegins() throws Exception {
    try (Sites sites = new Sites();
        LinkReceiver receiver = sites.receiver(LinkRun.TWO_STAGE, null)) {
      write(sites, A0, 10);
      write(sites, A1, 10);
      trim(sites, A1, 6);
      for (long more = 0; more < 2; more++) { // also in a later session
        write(sites, A1, 1);
        copy(sites, receiver, 15 + more);
        assertThat(position(sites).began()).isEqualTo(Map.of(A1, 6L));
      }
    }
  }

  @Test
  void shouldCopyAnewWhatATrimmedSourceHas() throws Exception {
    try (Sites sites = new Sites();
        LinkReceiver receiver = sites.receiver(LinkRun.TWO_STAGE, null)) {
      write(sites, A0, 10);
      copy(sites, receiver, 10);
      setRetention(sites, "123456789");
      write(sites, A1, 100);
      trim(sites, A1, 50);

      try (LinkSender sender = sites.renewingSender(receiver.port(), LinkRun.TWO_STAGE)) {
        await()
            .atMost(PATIENCE)
            .ignoreExceptions() // the link's topic may have nothing yet
            .until(() -> position(sites).began().containsKey(A1));
        LinkRun.awaitCopied(sites, 60);
        write(sites, A1, 5);
        LinkRun.awaitCopied(sites, 65);
        LinkRun.awaitStatus(sender, State.SENDING, "");
      }
      assertThat(position(sites).began()).isEqualTo(Map.of(A1, 50L));
      assertThat(retention(sites)).isEqualTo("123456789");
    }
  }

  @Test
  void shouldNotDeleteATopicThatTheLinkHasNotCopied() throws Exception {
    try (Sites sites = new Sites();
        LinkReceiver receiver = sites.receiver(LinkRun.TWO_STAGE, null)) {
      write(sites, A0, 10);
      copy(sites, receiver, 10);
      write(sites, A1, 100);
      trim(sites, A1, 50);
      try (Admin admin = Admin.create(sites.targetKafka)) {
        admin.deleteTopics(Set.of("a")).all().get();
        await().atMost(PATIENCE).until(() -> !admin.listTopics().names().get().contains("a"));
        sites.target.createTopics(List.of(new NewTopic("a", 3, (short) 1)));
        Uuid stranger = id(admin);

        try (LinkSender sender = sites.renewingSender(receiver.port(), LinkRun.TWO_STAGE)) {
          LinkRun.awaitStatus(sender, State.STOPPED, "was deleted and created again at the target");
        }
        assertThat(id(admin)).isEqualTo(stranger);
      }
    }
  }

  private static Uuid id(Admin admin) throws Exception {
    return Objects.requireNonNull(admin.describeTopics(Set.of("a")).allTopicNames().get().get("a"))
        .topicId();
  }

  /** A receiver that was killed meanwhile must neither keep a part nor refuse the link. */
  @Test
  void shouldCompleteACopyAnewThatWasInterrupted() throws Exception {
    try (Sites sites = new Sites();
        LinkReceiver receiver = sites.receiver(LinkRun.TWO_STAGE, null)) {
      write(sites, A0, 10);
      copy(sites, receiver, 10);
      putRenewing(sites);
      try (Admin admin = Admin.create(sites.targetKafka)) {
        admin.deleteTopics(Set.of("a")).all().get();
      }
      assertNotPromoted(sites, "what was copied is being deleted, to be copied anew");

      write(sites, A1, 5);
      copy(sites, receiver, 15);
      assertThat(position(sites).isRenewing()).isFalse();
    }
  }

  /** The good copy was deleted first, and the sender ends before the new one is whole. */
  @Test
  void shouldNotPromoteACopyThatWasBegunAnewAndIsNotWhole() throws Exception {
    try (Sites sites = new Sites();
        LinkReceiver receiver = sites.receiver(LinkRun.TWO_STAGE, null)) {
      write(sites, A0, 10);
      copy(sites, receiver, 10);
      write(sites, A1, 100);
      trim(sites, A1, 50);
      SenderConfig slow =
          Sites.with(
              sites.renewingConfig(receiver.port(), LinkRun.TWO_STAGE),
              () -> new FixedBatch(Duration.ofSeconds(1), 1),
              1);
      try (LinkSender sender = LinkSender.start(slow)) {
        await()
            .atMost(PATIENCE)
            .ignoreExceptions() // the link's topic may have nothing yet
            .until(() -> position(sites).began().containsKey(A1));
        assertThat(sender.status().state()).isEqualTo(State.SENDING);
        assertThat(receiver.sessions())
            .singleElement()
            .extracting(OpenSession::incomplete)
            .asString()
            .contains("the copy is not whole yet: a-0 is copied up to ");
      }
      assertNotPromoted(
          sites, "and the source had it up to 10 when the copy began (partitions like it: 2)");

      copy(sites, receiver, 60);
      await().atMost(PATIENCE).until(() -> position(sites).incomplete() == null);
      assertThat(promotion(sites).promote().next())
          .containsEntry(A0.toString(), 10L)
          .containsEntry(A1.toString(), 100L);
    }
  }

  private static LinkPromotion promotion(Sites sites) {
    return new LinkPromotion(sites.targetKafka, "main", InstantSource.system());
  }

  /** Nor by somebody who only expects that it is running. */
  private static void assertNotPromoted(Sites sites, String reason) {
    for (Accept[] accepted : List.of(new Accept[0], new Accept[] {Accept.MOVING})) {
      assertThatThrownBy(() -> promotion(sites).promote(accepted))
          .isInstanceOf(FailOverException.class)
          .hasMessageContaining(reason)
          .hasMessageContaining("promote with --incomplete");
    }
  }

  @Test
  void shouldPromoteWhatIsLeftOfACopyIfThatIsAccepted() throws Exception {
    try (Sites sites = new Sites();
        LinkReceiver receiver = sites.receiver(LinkRun.TWO_STAGE, null)) {
      write(sites, A0, 10);
      copy(sites, receiver, 10);
      putRenewing(sites);

      assertThat(promotion(sites).promote(Accept.INCOMPLETE).next()).isEmpty();
      assertThat(position(sites).isPromoted()).isTrue();
    }
  }

  /** Writes what a receiver does before it deletes the copy. */
  private static void putRenewing(Sites sites) throws Exception {
    ByteArraySerializer bytes = new ByteArraySerializer();
    try (KafkaProducer<byte[], byte[]> to = new KafkaProducer<>(sites.targetKafka, bytes, bytes)) {
      byte[] renewing = position(sites).renewing().encode();
      to.send(new ProducerRecord<>(LinkTopic.name("main"), 0, LinkTopic.positionKey(), renewing))
          .get();
    }
  }

  /** Runs a sender until the target has what the source has. */
  private static void copy(Sites sites, LinkReceiver receiver, long records) {
    try (LinkSender sender = LinkRun.sender(sites, receiver)) {
      LinkRun.awaitCopied(sites, records);
      LinkRun.awaitStatus(sender, State.SENDING, "");
    }
  }

  private static LinkPosition position(Sites sites) {
    return LinkTopic.read(sites.targetKafka, LinkTopic.name("main"));
  }

  private static void setRetention(Sites sites, String ms) throws Exception {
    try (Admin admin = Admin.create(sites.targetKafka)) {
      AlterConfigOp set =
          new AlterConfigOp(
              new ConfigEntry(TopicConfig.RETENTION_MS_CONFIG, ms), AlterConfigOp.OpType.SET);
      admin.incrementalAlterConfigs(Map.of(A, List.of(set))).all().get();
    }
  }

  private static String retention(Sites sites) throws Exception {
    try (Admin admin = Admin.create(sites.targetKafka)) {
      return Objects.requireNonNull(admin.describeConfigs(Set.of(A)).all().get().get(A))
          .get(TopicConfig.RETENTION_MS_CONFIG)
          .value();
    }
  }

  /** What is in them is copied once the target's topic has as many. */
  @Test
  void shouldStopWhenPartitionsAreAdded() throws Exception {
    TopicPartition added = new TopicPartition("a", 3);
    try (Sites sites = new Sites();
        LinkReceiver receiver = sites.receiver(LinkRun.TWO_STAGE, null)) {
      try (LinkSender sender = LinkRun.sender(sites, receiver)) {
        write(sites, A0, 10);
        LinkRun.awaitCopied(sites, 10);
        addPartition(sites.sourceKafka);
        LinkRun.awaitStatus(
            sender,
            State.STOPPED,
            "topic 'a' has 4 partitions now, and had 3: add as many to it at the target");
      }
      write(sites, added, 5);
      try (LinkSender sender = LinkRun.sender(sites, receiver)) {
        LinkRun.awaitStatus(
            sender, State.STOPPED, "'a' has 3 partitions at the target and 4 at the source");
      }
      addPartition(sites.targetKafka);
      try (LinkSender sender = LinkRun.sender(sites, receiver)) {
        LinkRun.awaitRecords(sender, 5);
      }
      assertThat(Contents.of(sites.targetKafka, List.of(added)))
          .isEqualTo(Contents.of(sites.sourceKafka, List.of(added)));
      LinkRun.awaitCopied(sites, 10);
    }
  }

  private static void addPartition(Map<String, Object> kafka) throws Exception {
    try (Admin admin = Admin.create(kafka)) {
      admin.createPartitions(Map.of("a", NewPartitions.increaseTo(4))).all().get();
    }
  }

  /** The receiver would refuse it in every session, without a word on which record it is. */
  @Test
  void shouldStopAtARecordThatNoReceiverTakes() throws Exception {
    try (Sites sites = new Sites();
        LinkReceiver receiver = sites.receiver(LinkRun.TWO_STAGE, null);
        LinkSender sender = LinkRun.sender(sites, receiver)) {
      write(sites, A0, 10);
      LinkRun.awaitCopied(sites, 10);
      ProducerRecord<byte[], byte[]> strange =
          new ProducerRecord<>(A0.topic(), A0.partition(), null, new byte[1]);
      for (int i = 0; i < 4_097; i++) {
        strange.headers().add("h", null);
      }
      ByteArraySerializer bytes = new ByteArraySerializer();
      try (KafkaProducer<byte[], byte[]> producer =
          new KafkaProducer<>(sites.sourceKafka, bytes, bytes)) {
        producer.send(strange).get();
      }

      LinkRun.awaitStatus(
          sender, State.STOPPED, "the record a-0@10 can't be copied: it has 4097 headers");
    }
  }

  /** More than the sender has fetched is written, and deleted, while the line is held. */
  @Test
  void shouldStopWhenTheSourceIsTrimmedWhileItRuns() throws Exception {
    int first = 10;
    int more = 1_000;
    try (Sites sites = new Sites();
        LinkReceiver receiver = sites.receiver(LinkRun.TWO_STAGE, null);
        Line line = new Line(receiver.port())) {
      write(sites, A0, first);
      try (LinkSender sender = LinkRun.sender(sites, line.port())) {
        LinkRun.awaitCopied(sites, first);
        line.hold();
        write(sites, A0, more);
        trim(sites, A0, first + more);
        line.release();

        LinkRun.awaitStatus(sender, State.STOPPED, "my offset was trimmed away: next is a-0@");
        assertThat(sender.status().detail())
            .contains("and the log begins at %d: --copy-anew-if-trimmed".formatted(first + more));
      }
      assertThat(Objects.requireNonNull(sites.atTarget().get("a-0")).records())
          .isBetween((long) first, first + more - 1L);
    }
  }
}
