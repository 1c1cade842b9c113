package io.windsock.site;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.topic.Topics;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.platform.copy.LinkPosition;
import io.windsock.platform.copy.LinkTopic;
import io.windsock.platform.copy.TopicPair;
import io.windsock.platform.kafka.LogTopic;
import io.windsock.site.apply.OutputLog;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * A mirror topic that a test writes as the topology would: in transactions, some of them aborted.
 */
final class TestTopic implements AutoCloseable {
  final Topics topics;
  final String name;
  final int partitions;
  private final Map<String, Object> client;
  private final KafkaProducer<byte[], byte[]> producer;
  private final OutputLog log;
  private long events;

  TestTopic(EmbeddedBroker broker, String prefix, int partitions, long seed) throws Exception {
    this(broker, prefix, partitions, seed, true);
  }

  /** A topic that is there already, to be written on with what another seed gives. */
  static TestTopic existing(EmbeddedBroker broker, String prefix, int partitions, long seed)
      throws Exception {
    return new TestTopic(broker, prefix, partitions, seed, false);
  }

  private TestTopic(EmbeddedBroker broker, String prefix, int partitions, long seed, boolean absent)
      throws Exception {
    topics = new Topics(prefix);
    name = topics.mirror();
    this.partitions = partitions;
    client = Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
    log = new OutputLog(seed, partitions, 40, 10);
    if (absent) {
      create();
    }
    ByteArraySerializer bytes = new ByteArraySerializer();
    producer =
        new KafkaProducer<>(
            Map.of(
                CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG,
                broker.bootstrapServers(),
                ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                prefix),
            bytes,
            bytes);
    producer.initTransactions();
  }

  private void create() throws InterruptedException, ExecutionException {
    try (Admin admin = Admin.create(client)) {
      admin.createTopics(Set.of(new NewTopic(name, partitions, (short) 1))).all().get();
    }
  }

  void recreate() throws InterruptedException, ExecutionException {
    delete(name);
    create();
  }

  void recreateMonitor() throws InterruptedException, ExecutionException {
    delete(topics.monitor());
    createMonitor();
  }

  private void delete(String topic) throws InterruptedException, ExecutionException {
    try (Admin admin = Admin.create(client)) {
      admin.deleteTopics(Set.of(topic)).all().get();
      await().until(() -> !admin.listTopics().names().get().contains(topic));
    }
  }

  /** Commits this many records, and before them aborts one. */
  void write(int count) {
    producer.beginTransaction();
    post(new ProducerRecord<>(name, 0, new byte[] {1}, new byte[] {1}));
    producer.flush();
    producer.abortTransaction();
    producer.beginTransaction();
    List<ConsumerRecord<byte[], byte[]>> records = log.next(count);
    for (ConsumerRecord<byte[], byte[]> record : records) {
      events += record.key() == null ? 0 : 1;
      post(
          new ProducerRecord<>(
              name, record.partition(), null, record.key(), record.value(), record.headers()));
    }
    producer.commitTransaction();
  }

  /** Says, as a link does, that this topic is a copy that begins at an offset in one partition. */
  void beginCopyAt(int partition, long offset) throws Exception {
    String link = LinkTopic.name(topics.prefix());
    ByteArraySerializer bytes = new ByteArraySerializer();
    try (Admin admin = Admin.create(client);
        KafkaProducer<byte[], byte[]> to = new KafkaProducer<>(client, bytes, bytes)) {
      LogTopic copy = LogTopic.find(admin, name, Duration.ofSeconds(20));
      TopicPair pair = new TopicPair(new Uuid(1, 2), copy.id());
      TopicPartition at = new TopicPartition(name, partition);
      LinkPosition position =
          LinkPosition.NONE
              .opened(Map.of(name, pair))
              .after(1, Map.of(at, offset), Map.of(at, offset), Map.of(), 0);
      admin.createTopics(Set.of(new NewTopic(link, 1, (short) 1))).all().get();
      to.send(new ProducerRecord<>(link, LinkTopic.positionKey(), position.encode())).get();
    }
  }

  private void post(ProducerRecord<byte[], byte[]> record) {
    // Whether it arrived, the commit says.
    var unused = producer.send(record);
  }

  /** Events committed so far. */
  long events() {
    return events;
  }

  void send(ProducerRecord<byte[], byte[]> record) {
    producer.beginTransaction();
    post(record);
    producer.commitTransaction();
  }

  /** Deletes what is before {@code offset}. */
  void trim(int partition, long offset) throws InterruptedException, ExecutionException {
    try (Admin admin = Admin.create(client)) {
      TopicPartition at = new TopicPartition(name, partition);
      admin.deleteRecords(Map.of(at, RecordsToDelete.beforeOffset(offset))).all().get();
    }
  }

  /** Writes this many records and deletes them while their transaction is still open. */
  void trimBeforeAnyoneReads(int partition, int count) throws Exception {
    producer.beginTransaction();
    long last = 0;
    for (int i = 0; i < count; i++) {
      byte[] bytes = {1};
      last = producer.send(new ProducerRecord<>(name, partition, bytes, bytes)).get().offset();
    }
    trim(partition, last + 1);
    producer.abortTransaction();
  }

  /** The offsets that a group has committed, by partition. */
  Map<TopicPartition, OffsetAndMetadata> committed(String group)
      throws InterruptedException, ExecutionException {
    try (Admin admin = Admin.create(client)) {
      return admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get();
    }
  }

  void createMonitor() throws InterruptedException, ExecutionException {
    try (Admin admin = Admin.create(client)) {
      admin.createTopics(Set.of(new NewTopic(topics.monitor(), 1, (short) 1))).all().get();
    }
  }

  /** Writes a sample to the monitor topic; a null one is a record without a value. */
  void sample(String key, @Nullable SiteSample sample) {
    byte[] value = sample == null ? null : new EventCodec(OutputLog.CATALOGUE).encode(sample);
    producer.beginTransaction();
    post(new ProducerRecord<>(topics.monitor(), 0, key.getBytes(UTF_8), value));
    producer.commitTransaction();
  }

  /** Whether the cluster has a topic. */
  boolean exists(String topic) throws InterruptedException, ExecutionException {
    try (Admin admin = Admin.create(client)) {
      return admin.listTopics().names().get().contains(topic);
    }
  }

  Map<String, Object> client() {
    return client;
  }

  @Override
  public void close() {
    producer.close();
  }
}
