package io.windsock.platform.registry;

import io.windsock.contracts.topic.Topics;
import io.windsock.platform.kafka.LogConsumers;
import io.windsock.platform.kafka.LogReplay;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Reads the schema ids recorded in the topics. Owned by one thread. */
final class AgreedIds implements AutoCloseable {
  private static final int TIMEOUT_MS = 10_000;
  private static final Duration POLL = Duration.ofMillis(100);

  /** The number of offsets examined at the end of each partition. */
  private static final int LAST = 200;

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Topics topics;
  private final TopicPartition control;
  private final KafkaConsumer<byte[], byte[]> consumer;

  AgreedIds(Map<String, Object> kafka, Topics topics) {
    this.topics = topics;
    control = new TopicPartition(topics.control(), 0);
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.put(ConsumerConfig.CLIENT_ID_CONFIG, "windsock-schema-ids");
    properties.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, TIMEOUT_MS);
    properties.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, TIMEOUT_MS / 2);
    consumer = LogConsumers.open(properties, LogConsumers.FROM_BEGINNING);
  }

  /** Returns whether a topic exists that can hold the ids. */
  boolean isPossible() {
    return !partitions(topics.control()).isEmpty();
  }

  /** Waits until the brokers know the topic. */
  void awaitPossible() {
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TIMEOUT_MS);
    while (!isPossible()) {
      if (System.nanoTime() > deadlineNs) {
        throw new KafkaException("there is no topic " + topics.control());
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
  }

  private List<TopicPartition> partitions(String topic) {
    List<PartitionInfo> found = consumer.partitionsFor(topic);
    return found == null
        ? List.of()
        : found.stream().map(info -> new TopicPartition(topic, info.partition())).toList();
  }

  /** Returns whether the outputs have ever held records. */
  boolean outputsHoldRecords() {
    return consumer.endOffsets(outputs()).values().stream().anyMatch(end -> end > 0);
  }

  private List<TopicPartition> outputs() {
    List<TopicPartition> all = new ArrayList<>(partitions(topics.forward()));
    all.addAll(partitions(topics.mirror()));
    return all;
  }

  /** Returns the values of the last records in the outputs, a few of each partition. */
  List<byte[]> lastValues() {
    List<TopicPartition> outputs = outputs();
    Map<TopicPartition, Long> begins = consumer.beginningOffsets(outputs);
    Map<TopicPartition, Long> ends = consumer.endOffsets(outputs);
    consumer.assign(outputs);
    ends.forEach(
        (output, end) ->
            consumer.seek(output, Math.max(begins.getOrDefault(output, 0L), end - LAST)));
    List<byte[]> values = new ArrayList<>();
    LogReplay.onwards(
        consumer,
        ends,
        PATIENCE,
        record -> {
          if (record.value() != null) {
            values.add(record.value());
          }
        });
    return values;
  }

  /** Returns the end of the control topic. */
  long end() {
    return consumer.endOffsets(List.of(control)).getOrDefault(control, 0L);
  }

  /** Returns the value of the control topic's last record with this key; null if there is none. */
  byte @Nullable [] last(byte[] key) {
    byte[][] last = new byte[1][];
    LogReplay.fromBeginning(
        consumer,
        Map.of(control, end()),
        PATIENCE,
        record -> {
          if (Arrays.equals(record.key(), key)) {
            last[0] = record.value();
          }
        });
    return last[0];
  }

  @Override
  public void close() {
    consumer.close();
  }
}
