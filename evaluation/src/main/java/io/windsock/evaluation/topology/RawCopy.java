package io.windsock.evaluation.topology;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.topic.EventHeaders;
import io.windsock.contracts.topic.Topics;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * The baseline for the topology: reads committed records and writes, in transactions, as many
 * records of the same sizes as the topology does, to as many topics, and does nothing else. It has
 * no rules, no table and no callbacks; one thread polls, sends and commits.
 */
final class RawCopy implements AutoCloseable {
  private final Setup setup;
  private final Topics topics;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final KafkaProducer<byte[], byte[]> producer;
  private final Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
  private final byte[] marker;
  private final byte[] logKey;
  private final byte[] logValue;
  private volatile boolean stopped;
  private long sequence;
  private long mirrored;
  private long markers;
  private long logged;

  private RawCopy(Setup setup) {
    this.setup = setup;
    this.topics = new Topics(setup.prefix());
    this.consumer =
        new KafkaConsumer<>(
            consumerConfig(setup), new ByteArrayDeserializer(), new ByteArrayDeserializer());
    this.producer =
        new KafkaProducer<>(
            producerConfig(setup), new ByteArraySerializer(), new ByteArraySerializer());
    this.marker = new byte[setup.profile().markerBytes()];
    this.logKey = new byte[setup.profile().logKeyBytes()];
    this.logValue = new byte[setup.profile().logValueBytes()];
  }

  private static Map<String, Object> consumerConfig(Setup setup) {
    Map<String, Object> config = new HashMap<>();
    config.put("bootstrap.servers", setup.bootstrapServers());
    config.put("group.id", setup.group());
    config.put("isolation.level", "read_committed");
    config.put("auto.offset.reset", "earliest");
    config.put("enable.auto.commit", false);
    config.put("max.poll.records", 10_000);
    config.put("fetch.max.bytes", 16 * 1024 * 1024);
    config.put("max.partition.fetch.bytes", 2 * 1024 * 1024);
    config.put("receive.buffer.bytes", 1024 * 1024);
    return config;
  }

  private static Map<String, Object> producerConfig(Setup setup) {
    Map<String, Object> config = new HashMap<>();
    config.put("bootstrap.servers", setup.bootstrapServers());
    config.put("transactional.id", setup.group());
    config.put("acks", "all");
    config.put("batch.size", 256 * 1024);
    config.put("linger.ms", 5);
    config.put("buffer.memory", 64 * 1024 * 1024);
    config.put("send.buffer.bytes", 1024 * 1024);
    return config;
  }

  public static void main(String[] args) {
    try (RawCopy copy = new RawCopy(Setup.parse(args))) {
      copy.run();
    }
  }

  private void run() {
    List<String> sources =
        Catalogue.builtIn("airline").streams().stream().map(topics::source).toList();
    producer.initTransactions();
    consumer.subscribe(sources);
    stopWithStandardInput();
    System.out.println("ready");
    producer.beginTransaction();
    long lastCommitMs = System.currentTimeMillis();
    while (!stopped) {
      ConsumerRecords<byte[], byte[]> records = consumer.poll(Duration.ofMillis(20));
      for (ConsumerRecord<byte[], byte[]> record : records) {
        copy(record);
      }
      offsets.putAll(records.nextOffsets());
      long nowMs = System.currentTimeMillis();
      if (nowMs - lastCommitMs >= setup.commitMs()) {
        commit();
        lastCommitMs = nowMs;
      }
    }
  }

  private void stopWithStandardInput() {
    Thread reader =
        new Thread(
            () -> {
              try {
                while (System.in.read() >= 0) {
                  // There are no commands on standard input; only its end matters.
                }
              } catch (IOException e) {
                System.err.println(e);
              }
              stopped = true;
            },
            "stdin");
    reader.setDaemon(true);
    reader.start();
  }

  private void copy(ConsumerRecord<byte[], byte[]> record) {
    sequence++;
    Integer partition = record.partition();
    var header = new RecordHeader(EventHeaders.SEQUENCE, EventHeaders.sequence(sequence));
    var headers = new RecordHeaders(new RecordHeader[] {header});
    send(topics.forward(), partition, record.timestamp(), record.key(), record.value(), headers);
    Volume profile = setup.profile();
    if (mirrored * profile.source() < sequence * profile.mirrored()) {
      mirrored++;
      send(topics.mirror(), partition, record.timestamp(), record.key(), record.value(), headers);
    }
    if (markers * profile.source() < sequence * profile.markers()) {
      markers++;
      send(topics.forward(), partition, record.timestamp(), null, marker, null);
      send(topics.mirror(), partition, record.timestamp(), null, marker, null);
    }
  }

  private void commit() {
    if (offsets.isEmpty()) {
      return;
    }
    Volume profile = setup.profile();
    while (logged * profile.source() < sequence * profile.logged()) {
      Integer partition = (int) (logged % setup.partitions());
      logged++;
      send(setup.changelog(), partition, System.currentTimeMillis(), logKey, logValue, null);
    }
    producer.sendOffsetsToTransaction(offsets, consumer.groupMetadata());
    producer.commitTransaction();
    offsets.clear();
    producer.beginTransaction();
  }

  private void send(
      String topic,
      Integer partition,
      long timestampMs,
      byte @Nullable [] key,
      byte[] value,
      @Nullable RecordHeaders headers) {
    // A failed send makes the commit fail.
    var unused =
        producer.send(new ProducerRecord<>(topic, partition, timestampMs, key, value, headers));
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(5));
    consumer.close();
  }
}
