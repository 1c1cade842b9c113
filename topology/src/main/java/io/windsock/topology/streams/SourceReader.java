package io.windsock.topology.streams;

import io.windsock.rules.history.Reference;
import io.windsock.topology.receive.SourceEvents;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the source events to which a task's log refers: of each stream the range that has them, by
 * a consumer of its own. Used by the task's thread.
 */
final class SourceReader implements SourceEvents {
  private static final Logger LOG = LoggerFactory.getLogger(SourceReader.class);
  private static final Duration POLL = Duration.ofMillis(500);

  /** Without a record for so long, Streams is to try again. */
  private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(20);

  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final UnaryOperator<String> topicOf;
  private final int partition;

  /**
   * Creates a reader.
   *
   * @param consumers creates consumers without a group
   * @param topicOf returns the topic of a stream
   * @param partition the task's partition of all sources
   */
  SourceReader(
      Supplier<Consumer<byte[], byte[]>> consumers, UnaryOperator<String> topicOf, int partition) {
    this.consumers = consumers;
    this.topicOf = topicOf;
    this.partition = partition;
  }

  @Override
  public Map<Reference, byte[]> read(Set<Reference> wanted) {
    Map<String, NavigableMap<Long, List<Reference>>> byTopic = new HashMap<>();
    for (Reference reference : wanted) {
      byTopic
          .computeIfAbsent(topicOf.apply(reference.stream()), topic -> new TreeMap<>())
          .computeIfAbsent(reference.offset(), offset -> new ArrayList<>())
          .add(reference);
    }
    Map<Reference, byte[]> found = new HashMap<>();
    try (Consumer<byte[], byte[]> consumer = consumers.get()) {
      byTopic.forEach(
          (topic, offsets) -> read(consumer, new TopicPartition(topic, partition), offsets, found));
    }
    LOG.info(
        "Partition {}: {} of the {} events that rules held were read again",
        partition,
        found.size(),
        wanted.size());
    return found;
  }

  private static void read(
      Consumer<byte[], byte[]> consumer,
      TopicPartition source,
      NavigableMap<Long, List<Reference>> offsets,
      Map<Reference, byte[]> found) {
    Set<TopicPartition> one = Set.of(source);
    consumer.assign(one);
    long end = Math.min(offsets.lastKey() + 1, consumer.endOffsets(one).getOrDefault(source, 0L));
    consumer.seek(source, offsets.firstKey());
    long progressNs = System.nanoTime();
    while (consumer.position(source) < end) {
      List<ConsumerRecord<byte[], byte[]>> records = poll(consumer, source);
      for (ConsumerRecord<byte[], byte[]> record : records) {
        take(record, offsets.getOrDefault(record.offset(), List.of()), found);
      }
      if (!records.isEmpty()) {
        progressNs = System.nanoTime();
      } else if (System.nanoTime() - progressNs > PATIENCE_NS) {
        throw new TimeoutException(
            "offset " + consumer.position(source) + " of " + source + " could not be read again");
      }
    }
  }

  /** What was deleted before this is skipped. */
  private static List<ConsumerRecord<byte[], byte[]>> poll(
      Consumer<byte[], byte[]> consumer, TopicPartition source) {
    try {
      return consumer.poll(POLL).records(source);
    } catch (OffsetOutOfRangeException e) {
      long begin = consumer.beginningOffsets(Set.of(source)).getOrDefault(source, 0L);
      if (begin <= consumer.position(source)) {
        throw new TimeoutException("the end of " + source + " is not known yet", e);
      }
      consumer.seek(source, begin);
      return List.of();
    }
  }

  private static void take(
      ConsumerRecord<byte[], byte[]> record,
      List<Reference> references,
      Map<Reference, byte[]> found) {
    byte[] value = record.value();
    for (Reference reference : references) {
      if (value != null && reference.fits(value)) {
        found.put(reference, value);
      }
    }
  }
}
