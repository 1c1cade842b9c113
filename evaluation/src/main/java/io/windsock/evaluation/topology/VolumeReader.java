package io.windsock.evaluation.topology;

import io.windsock.contracts.topic.Topics;
import io.windsock.platform.kafka.LogConsumers;
import io.windsock.platform.kafka.LogReplay;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Reads back a run's output and measures its volume. */
final class VolumeReader {
  private final String bootstrapServers;

  /** Counts of one topic. */
  private static final class Counts {
    private long events;
    private long markers;
    private long keyBytes;
    private long valueBytes;
    private long markerBytes;

    void add(ConsumerRecord<byte[], byte[]> record) {
      int value = record.value() == null ? 0 : record.value().length;
      if (record.key() == null) {
        markers++;
        markerBytes += value;
      } else {
        events++;
        keyBytes += record.key().length;
        valueBytes += value;
      }
    }

    private static int mean(long bytes, long records) {
      return records == 0 ? 0 : (int) Math.round((double) bytes / records);
    }
  }

  VolumeReader(String bootstrapServers) {
    this.bootstrapServers = bootstrapServers;
  }

  Volume read(Setup setup, long sourceRecords) {
    Topics topics = new Topics(setup.prefix());
    Counts forward = count(topics.forward());
    Counts mirror = count(topics.mirror());
    Counts log = count(setup.changelog());
    return new Volume(
        sourceRecords,
        forward.events,
        mirror.events,
        mirror.markers,
        Counts.mean(mirror.markerBytes, mirror.markers),
        Counts.mean(mirror.valueBytes, mirror.events),
        log.events,
        Counts.mean(log.keyBytes, log.events),
        Counts.mean(log.valueBytes, log.events));
  }

  private Counts count(String topic) {
    Counts counts = new Counts();
    Map<String, Object> config =
        Map.of("bootstrap.servers", bootstrapServers, "max.poll.records", 20_000);
    try (var consumer = LogConsumers.open(config, LogConsumers.FROM_BEGINNING)) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      LogReplay.fromBeginning(
          consumer, consumer.endOffsets(partitions), Duration.ofMinutes(1), counts::add);
    }
    return counts;
  }
}
