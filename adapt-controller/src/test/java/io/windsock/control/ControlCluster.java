package io.windsock.control;

import static org.awaitility.Awaitility.await;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.topic.Topics;
import io.windsock.contracts.wire.DelaySummary;
import io.windsock.contracts.wire.Marker;
import io.windsock.contracts.wire.PartitionSample;
import io.windsock.contracts.wire.PublishedSnapshot;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.contracts.wire.TopologySample;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.platform.copy.LinkTopic;
import io.windsock.platform.registry.SchemaIds;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.specific.SpecificRecord;
import org.apache.avro.util.RandomData;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** A broker with the topics of the control loop, and sites and topologies that speak as told. */
final class ControlCluster implements AutoCloseable {
  static final Catalogue CATALOGUE = Catalogue.builtIn("airline");

  private final EmbeddedBroker broker = EmbeddedBroker.start(Options.temporary());

  /** One for each thread, since tests that share this run at the same time. */
  private final ThreadLocal<EventCodec> codecs =
      ThreadLocal.withInitial(() -> new EventCodec(CATALOGUE));

  final Admin admin = Admin.create(client());
  private final KafkaProducer<byte[], byte[]> producer =
      new KafkaProducer<>(inOrder(), new ByteArraySerializer(), new ByteArraySerializer());

  /** A partition that is new refuses the first batch at times; none may overtake it then. */
  private Map<String, Object> inOrder() {
    Map<String, Object> properties = new HashMap<>(client());
    properties.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
    return properties;
  }

  /** Starts a controller and waits until it is the active one. */
  static Controller active(ControllerConfig config) {
    Controller controller = Controller.start(config);
    await().atMost(Duration.ofMinutes(2)).until(controller::active);
    return controller;
  }

  Map<String, Object> client() {
    return Map.of("bootstrap.servers", broker.bootstrapServers());
  }

  ControllerConfig.Builder config(String name, Topics topics) {
    return ControllerConfig.builder(name, broker.bootstrapServers(), CATALOGUE).topics(topics);
  }

  void createTopics(Topics topics, int partitions) throws Exception {
    Map<String, String> compacted = Map.of("cleanup.policy", "compact");
    broker.createTopics(
        List.of(
            new NewTopic(topics.control(), 1, (short) 1).configs(compacted),
            new NewTopic(topics.monitor(), 1, (short) 1),
            new NewTopic(topics.decisions(), 1, (short) 1),
            new NewTopic(topics.mirror(), partitions, (short) 1),
            new NewTopic(topics.forward(), partitions, (short) 1)));
  }

  /** Sets what becomes of a topic's old records: compact or delete. */
  void cleanUp(String topic, String policy) throws Exception {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    AlterConfigOp set =
        new AlterConfigOp(new ConfigEntry("cleanup.policy", policy), AlterConfigOp.OpType.SET);
    admin.incrementalAlterConfigs(Map.of(resource, List.of(set))).all().get();
  }

  void send(String topic, int partition, @Nullable String key, SpecificRecord value) {
    send(topic, partition, key, codecs.get().encode(value));
  }

  void send(String topic, int partition, @Nullable String key, byte[] value) {
    byte[] keyBytes = key == null ? null : key.getBytes(StandardCharsets.UTF_8);
    var unused = producer.send(new ProducerRecord<>(topic, partition, keyBytes, value));
    producer.flush();
  }

  /** Fills an output topic's partition with {@code records} markers, of random counts. */
  void fill(String topic, int partition, int records) {
    for (Object marker : new RandomData(Marker.getClassSchema(), records, 7)) {
      byte[] value = codecs.get().encode(CATALOGUE.type("Marker"), (GenericRecord) marker);
      var unused = producer.send(new ProducerRecord<>(topic, partition, null, value));
    }
    producer.flush();
  }

  void commit(Topics topics, String site, String topic, long... offsets) throws Exception {
    commit(topics.prefix() + ".site." + site, topic, offsets);
  }

  /** Commits what a link has copied. */
  void copied(String link, String topic, long... offsets) throws Exception {
    commit(LinkTopic.name(link), topic, offsets);
  }

  private void commit(String group, String topic, long... offsets) throws Exception {
    Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();
    for (int partition = 0; partition < offsets.length; partition++) {
      committed.put(
          new TopicPartition(topic, partition), new OffsetAndMetadata(offsets[partition]));
    }
    admin.alterConsumerGroupOffsets(group, committed).all().get();
  }

  /** Lets the broker answer nothing any more. */
  void stopBroker() {
    broker.close();
  }

  long tokenEpoch(String topic) throws Exception {
    Uuid id = admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic).topicId();
    return id.getMostSignificantBits() ^ id.getLeastSignificantBits();
  }

  long begin(String topic, int partition) throws Exception {
    TopicPartition at = new TopicPartition(topic, partition);
    return admin.listOffsets(Map.of(at, OffsetSpec.earliest())).partitionResult(at).get().offset();
  }

  private long end(TopicPartition at) {
    try {
      return admin.listOffsets(Map.of(at, OffsetSpec.latest())).partitionResult(at).get().offset();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Everything committed in a one-partition topic, as records of this class; others left out. */
  <T extends SpecificRecord> List<T> read(String topic, Class<T> type) throws Exception {
    List<T> all = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : records(topic)) {
      if (!SchemaIds.isKey(record.key())
          && codecs.get().decode(record.value()).getSchema().getFullName().equals(type.getName())) {
        all.add(codecs.get().decode(record.value(), type));
      }
    }
    return all;
  }

  private List<ConsumerRecord<byte[], byte[]>> records(String topic) {
    Map<String, Object> properties = new HashMap<>(client());
    properties.put("isolation.level", "read_committed");
    TopicPartition at = new TopicPartition(topic, 0);
    List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
    try (var consumer =
        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      consumer.assign(List.of(at));
      consumer.seekToBeginning(List.of(at));
      // The end of all that was written: where a transaction that has just been committed has no
      // marker yet, the end that this consumer itself would see lies before it.
      long end = end(at);
      while (consumer.position(at) < end) {
        consumer.poll(Duration.ofMillis(100)).forEach(all::add);
      }
    }
    return all;
  }

  /** A site says this of itself. */
  SiteSample.Builder site(String name, String topic, long tokenEpoch, int partitions) {
    List<Long> zeros = Collections.nCopies(partitions, 0L);
    return SiteSample.newBuilder()
        .setSite(name)
        .setRole("mirror")
        .setUrl("http://127.0.0.1:1")
        .setAtMs(System.currentTimeMillis())
        .setPhase("LIVE")
        .setDetail("follows the log")
        .setTopic(topic)
        .setTokenEpoch(tokenEpoch)
        .setOffsets(zeros)
        .setSequences(zeros)
        .setMarkers(zeros)
        .setEpochs(zeros)
        .setCheckpoints(Collections.nCopies(partitions, -1L))
        .setStamps(Collections.nCopies(partitions, List.of(7L)))
        .setKeys(0)
        .setEventsPerSecond(0)
        .setReady(0)
        .setBackup(0)
        .setPending(0)
        .setRequestsPerSecond(0)
        .setClients(0)
        .setUpdateDelay(new DelaySummary(0L, 0L, 0L, 0L))
        .setStalenessEvents(0)
        .setStalenessMs(0)
        .setCpu(0)
        .setSnapshot(null);
  }

  static PublishedSnapshot snapshot(Long... offsets) {
    return new PublishedSnapshot(1L, List.of(offsets), "digest", 100L);
  }

  void sample(Topics topics, SiteSample sample) {
    send(topics.monitor(), 0, sample.getSite(), sample);
  }

  /** The same, at this time by the broker's clock. */
  void sample(Topics topics, SiteSample sample, long atMs) {
    byte[] key = sample.getSite().getBytes(StandardCharsets.UTF_8);
    byte[] value = codecs.get().encode(sample);
    var unused = producer.send(new ProducerRecord<>(topics.monitor(), 0, atMs, key, value));
    producer.flush();
  }

  void topology(Topics topics, long epoch) {
    PartitionSample partition =
        new PartitionSample(0, epoch, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L);
    TopologySample sample =
        new TopologySample(
            "topology", System.currentTimeMillis(), List.of(partition), epoch, "", 0.0);
    send(topics.monitor(), 0, "topology", sample);
  }

  @Override
  public void close() {
    producer.close();
    admin.close();
    broker.close();
  }
}
