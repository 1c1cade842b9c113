package io.windsock.link.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.link.batch.Assembly;
import io.windsock.link.interval.BestEffort;
import io.windsock.link.pipeline.PipelineKind;
import io.windsock.link.pipeline.PipelineShape;
import io.windsock.link.run.Sites;
import io.windsock.link.stage.Codec;
import io.windsock.link.stage.Compressor;
import io.windsock.link.transport.LostException;
import io.windsock.link.transport.Opened;
import io.windsock.platform.copy.LinkTopic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a session begins to read its source. Each test has a link and a topic of its own. */
@Timeout(300)
class SourceLogIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final EmbeddedBroker BROKER = EmbeddedBroker.start(Options.temporary());
  private static final Map<String, Object> KAFKA =
      Map.of("bootstrap.servers", BROKER.bootstrapServers());
  private static final Admin ADMIN = Admin.create(KAFKA);

  private final String link = Uuid.randomUuid().toString();
  private final String topic = "t" + link;

  @AfterAll
  static void stop() {
    ADMIN.close();
    BROKER.close();
  }

  private SourceLog open() throws Exception {
    SenderConfig config =
        new SenderConfig(
            link,
            KAFKA,
            List.of(topic),
            "127.0.0.1",
            9600,
            null,
            Sites.keys("k1", 1),
            new Compressor(Codec.PLAIN, 1),
            () -> new BestEffort(1_000),
            null,
            PipelineShape.of(PipelineKind.TWO_STAGE),
            false,
            SenderConfig.Bounds.standard(),
            WhenTrimmed.STOP);
    return SourceLog.open(config, PATIENCE);
  }

  private static void watch(SourceLog source) throws Exception {
    source.watch(TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
    assertThat(source.poll(Duration.ofMillis(10)).isEmpty()).isTrue();
  }

  private long committed() throws Exception {
    String group = LinkTopic.name(link);
    return ADMIN.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get().size();
  }

  /** Trimming waits for the link from its first commit on, a moment after it has begun. */
  @Test
  void shouldBeginAgainWhenTheSourceIsTrimmedBeforeItsFirstCommit() throws Exception {
    TopicPartition first = new TopicPartition(topic, 0);
    BROKER.createTopics(List.of(new NewTopic(topic, 1, (short) 1)));
    write(10);
    try (SourceLog source = open()) {
      var unused = source.begin(new Opened(1, 0, Map.of()));
      trim(first, 5);
      assertThatThrownBy(() -> readAll(source))
          .isInstanceOfSatisfying(LostException.class, e -> assertThat(e.permanent()).isFalse())
          .hasMessage(first + " was trimmed up to 5 while the link began to copy it");
    }
    try (SourceLog source = open()) {
      var unused = source.begin(new Opened(2, 0, Map.of()));
      assertThat(source.positions()).containsEntry(first, 5L);
    }
  }

  /** What the target has would be followed by a hole. */
  @Test
  void shouldStopWhenTheSourceIsTrimmedPastWhatTheTargetHas() throws Exception {
    TopicPartition first = new TopicPartition(topic, 0);
    BROKER.createTopics(List.of(new NewTopic(topic, 1, (short) 1)));
    write(10);
    try (SourceLog source = open()) {
      var unused = source.begin(new Opened(2, 1, Map.of(first, 3L)));
      trim(first, 5);
      assertThatThrownBy(() -> readAll(source))
          .isInstanceOfSatisfying(SourceException.class, e -> assertThat(e.isTrimmed()).isTrue());
    }
  }

  private void write(int records) throws Exception {
    ByteArraySerializer bytes = new ByteArraySerializer();
    try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(KAFKA, bytes, bytes)) {
      for (int i = 0; i < records; i++) {
        producer.send(new ProducerRecord<>(topic, 0, null, new byte[10])).get();
      }
    }
  }

  private static void trim(TopicPartition partition, long before) throws Exception {
    ADMIN.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(before))).all().get();
  }

  /** Reads until something is wrong; the test's timeout ends it otherwise. */
  private static void readAll(SourceLog source) throws Exception {
    while (true) {
      assertThat(source.poll(Duration.ofMillis(100)).isEmpty()).isTrue();
    }
  }

  /** As with 10,000 partitions and Kafka's default, whose commit would be too long as one. */
  @Test
  void shouldCommitMorePartitionsThanFitInABatch() throws Exception {
    int partitions = 2 * CopiedOffsets.MAX_COMMIT_PARTITIONS;
    BROKER.createTopics(List.of(new NewTopic(topic, partitions, (short) 1)));
    limitOffsets(128 << 10);
    try (SourceLog source = open()) {
      Assembly begun = source.begin(new Opened(1, 0, Map.of()));
      assertThat(begun.isEmpty()).isFalse();
      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                watch(source);
                return committed() == partitions;
              });
    }
  }

  /** Bounds what Kafka's topic of offsets takes as one batch. */
  private void limitOffsets(int bytes) throws Exception {
    Map<TopicPartition, OffsetAndMetadata> first =
        Map.of(new TopicPartition(topic, 0), new OffsetAndMetadata(0));
    ADMIN.alterConsumerGroupOffsets("other" + link, first).all().get(); // creates that topic
    ConfigResource offsets = new ConfigResource(ConfigResource.Type.TOPIC, "__consumer_offsets");
    ConfigEntry limit =
        new ConfigEntry(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, String.valueOf(bytes));
    ADMIN
        .incrementalAlterConfigs(
            Map.of(offsets, Set.of(new AlterConfigOp(limit, AlterConfigOp.OpType.SET))))
        .all()
        .get();
  }
}
