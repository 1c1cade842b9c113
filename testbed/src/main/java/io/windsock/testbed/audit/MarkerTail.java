package io.windsock.testbed.audit;

import io.windsock.contracts.position.Stamp;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.contracts.wire.Marker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Follows the end of an output topic and tracks the last marker of each partition. One thread owns
 * it.
 */
final class MarkerTail implements AutoCloseable {
  private static final int FIRST_WINDOW = 512;

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final EventCodec codec;
  private final int markerId;
  private final List<TopicPartition> partitions = new ArrayList<>();
  private final @Nullable Stamp[] stamps;
  private final long[] held;
  private final long[] afterLast;
  private final long[] begin;

  MarkerTail(Map<String, Object> client, Catalogue catalogue, String topic, int partitionCount) {
    consumer = Consumers.committed(client);
    codec = new EventCodec(catalogue);
    markerId = catalogue.id(Marker.class);
    stamps = new Stamp[partitionCount];
    held = new long[partitionCount];
    afterLast = new long[partitionCount];
    begin = new long[partitionCount];
    for (int p = 0; p < partitionCount; p++) {
      partitions.add(new TopicPartition(topic, p));
    }
    consumer.assign(partitions);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    for (TopicPartition partition : partitions) {
      seekBack(partition, ends.getOrDefault(partition, 0L), FIRST_WINDOW);
    }
  }

  private void seekBack(TopicPartition partition, long from, long window) {
    begin[partition.partition()] = Math.max(0, from - window);
    consumer.seek(partition, begin[partition.partition()]);
  }

  /**
   * Reads on for at most {@code wait}, and searches further back in partitions without a known
   * marker.
   */
  void doWork(Duration wait) throws UndecodableException {
    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(wait)) {
      int p = record.partition();
      afterLast[p] = Math.max(afterLast[p], record.offset() + 1);
      if (record.key() == null
          && record.value() != null
          && Framing.schemaId(record.value()) == markerId) {
        GenericRecord marker = codec.decode(record.value());
        stamps[p] = Markers.stamp(marker);
        held[p] = Markers.number(marker, "held");
      }
    }
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    for (TopicPartition partition : partitions) {
      int p = partition.partition();
      long end = ends.getOrDefault(partition, 0L);
      if (stamps[p] == null && begin[p] > 0 && consumer.position(partition) >= end) {
        seekBack(partition, end, 4 * (end - begin[p]));
      }
    }
  }

  /** Whether the last marker covers these source offsets with nothing held back. */
  boolean covers(int partition, Stamp sourceEnds) {
    Stamp stamp = stamps[partition];
    return stamp != null && stamp.covers(sourceEnds) && held[partition] == 0;
  }

  /** Returns the offset after the last record of a partition. */
  long afterLast(int partition) {
    return afterLast[partition];
  }

  /** Returns the last marker's stamp and the number of events held back, in words. */
  String describe(int partition) {
    Stamp stamp = stamps[partition];
    return stamp == null ? "no marker" : stamp + ", " + held[partition] + " held";
  }

  @Override
  public void close() {
    consumer.close();
  }
}
