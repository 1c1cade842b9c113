package io.windsock.system;

import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.contracts.topic.EventHeaders;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Whole topics as lists of records. */
final class Records {
  private static final EventCodec CODEC = new EventCodec(Outputs.CATALOGUE);

  private Records() {}

  /** Everything committed in a topic now; each partition in its order. */
  static List<ConsumerRecord<byte[], byte[]>> read(String bootstrap, String topic) {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            bootstrap,
            "isolation.level",
            "read_committed",
            "auto.offset.reset",
            "none",
            "enable.auto.commit",
            false);
    List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
    try (var consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = LogEnds.of(bootstrap, partitions);
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        consumer.poll(Duration.ofMillis(100)).forEach(all::add);
      }
    }
    return all;
  }

  static List<ConsumerRecord<byte[], byte[]>> of(
      List<ConsumerRecord<byte[], byte[]>> records, int partition) {
    return records.stream().filter(record -> record.partition() == partition).toList();
  }

  /** A number that a marker tells. */
  static synchronized long marker(ConsumerRecord<byte[], byte[]> record, String field) {
    try {
      return (Long) CODEC.decode(record.value()).get(field);
    } catch (UndecodableException e) {
      throw new AssertionError(e);
    }
  }

  /** A source record as if it had been forwarded. */
  static ConsumerRecord<byte[], byte[]> withSequence(
      ConsumerRecord<byte[], byte[]> source, long sequence) {
    RecordHeaders headers = new RecordHeaders();
    headers.add(EventHeaders.SEQUENCE, EventHeaders.sequence(sequence));
    return new ConsumerRecord<>(
        source.topic(),
        source.partition(),
        source.offset(),
        source.timestamp(),
        TimestampType.CREATE_TIME,
        0,
        0,
        source.key(),
        source.value(),
        headers,
        Optional.empty());
  }
}
