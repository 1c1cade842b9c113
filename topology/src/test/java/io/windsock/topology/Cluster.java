package io.windsock.topology;

import static org.awaitility.Awaitility.await;

import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** A broker for tests, with a producer and readers of whole topics. */
final class Cluster implements AutoCloseable {
  private final EmbeddedBroker broker = EmbeddedBroker.start(Options.temporary());
  private final KafkaProducer<byte[], byte[]> producer =
      new KafkaProducer<>(
          Map.of(
              "bootstrap.servers",
              broker.bootstrapServers(),
              "max.request.size",
              8 * 1024 * 1024,
              "linger.ms",
              1),
          new ByteArraySerializer(),
          new ByteArraySerializer());

  private volatile @Nullable Exception appendFault;

  String bootstrapServers() {
    return broker.bootstrapServers();
  }

  Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", bootstrapServers()));
  }

  /** A producer that is ready for its first transaction. */
  KafkaProducer<byte[], byte[]> transactional(String transactionalId) {
    KafkaProducer<byte[], byte[]> transactional =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "transactional.id",
                transactionalId),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    transactional.initTransactions();
    return transactional;
  }

  /** Appends a record and waits until the broker has it. */
  void append(
      String topic,
      @Nullable Integer partition,
      byte @Nullable [] key,
      byte @Nullable [] value,
      Header... headers) {
    appendAsync(topic, partition, key, value, headers);
    flush();
  }

  void appendAsync(
      String topic,
      @Nullable Integer partition,
      byte @Nullable [] key,
      byte @Nullable [] value,
      Header... headers) {
    var record = new ProducerRecord<>(topic, partition, null, key, value, List.of(headers));
    var unused =
        producer.send(
            record,
            (metadata, fault) -> {
              if (fault != null) {
                appendFault = fault;
              }
            });
  }

  void flush() {
    producer.flush();
    if (appendFault != null) {
      throw new IllegalStateException(appendFault);
    }
  }

  /**
   * Everything committed in a topic, partition after partition. Waits for the end of transactions
   * whose records are there: a commit's markers come after it has returned.
   */
  List<ConsumerRecord<byte[], byte[]>> read(String topic) {
    Map<String, Object> config =
        Map.of(
            "bootstrap.servers",
            bootstrapServers(),
            "isolation.level",
            "read_committed",
            "auto.offset.reset",
            "none",
            "enable.auto.commit",
            false);
    List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
    try (var consumer =
        new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions = partitions(consumer, topic);
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> end = logEnds(partitions);
      while (isBefore(consumer, end)) {
        consumer.poll(Duration.ofMillis(100)).forEach(all::add);
      }
    }
    all.sort(
        (a, b) ->
            a.partition() != b.partition()
                ? Integer.compare(a.partition(), b.partition())
                : Long.compare(a.offset(), b.offset()));
    return all;
  }

  private static List<TopicPartition> partitions(
      KafkaConsumer<byte[], byte[]> consumer, String topic) {
    return consumer.partitionsFor(topic).stream()
        .map(info -> new TopicPartition(topic, info.partition()))
        .toList();
  }

  private Map<TopicPartition, Long> logEnds(List<TopicPartition> partitions) {
    try (var consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", (Object) bootstrapServers()),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      return consumer.endOffsets(partitions);
    }
  }

  /** The sum of a topic's end offsets, as readers of committed records see them. */
  long end(String topic) {
    Map<String, Object> config =
        Map.of("bootstrap.servers", bootstrapServers(), "isolation.level", "read_committed");
    try (var consumer =
        new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      return consumer.endOffsets(partitions(consumer, topic)).values().stream()
          .mapToLong(end -> end)
          .sum();
    }
  }

  private static boolean isBefore(
      KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> end) {
    return end.entrySet().stream()
        .anyMatch(entry -> consumer.position(entry.getKey()) < entry.getValue());
  }

  /** Waits until an application has committed everything in its source topics. */
  void awaitReceived(TopologyConfig config) {
    List<String> sources =
        config.catalogue().streams().stream().map(config.topics()::source).toList();
    await().atMost(Duration.ofMinutes(3)).until(() -> lag(config.applicationId(), sources) == 0);
  }

  /** How many records of these topics an application has not yet received. */
  long lag(String applicationId, Collection<String> topics) {
    try (Admin admin = admin()) {
      var committed =
          admin.listConsumerGroupOffsets(applicationId).partitionsToOffsetAndMetadata().get();
      List<TopicPartition> partitions = new ArrayList<>();
      admin
          .describeTopics(topics)
          .allTopicNames()
          .get()
          .forEach(
              (name, topic) ->
                  topic
                      .partitions()
                      .forEach(p -> partitions.add(new TopicPartition(name, p.partition()))));
      try (var consumer =
          new KafkaConsumer<>(
              Map.of("bootstrap.servers", (Object) bootstrapServers()),
              new ByteArrayDeserializer(),
              new ByteArrayDeserializer())) {
        long lag = 0;
        for (var end : consumer.endOffsets(partitions).entrySet()) {
          var at = committed.get(end.getKey());
          lag += end.getValue() - (at == null ? 0 : at.offset());
        }
        return lag;
      }
    } catch (ExecutionException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(5));
    broker.close();
  }
}
