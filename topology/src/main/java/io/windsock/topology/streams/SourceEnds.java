package io.windsock.topology.streams;

import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * The ends of the source partitions as last reported to this instance's consumers, from which the
 * ready queue is computed. The consumers' threads write; any thread reads.
 */
final class SourceEnds {
  private final Map<TopicPartition, Long> ends = new ConcurrentHashMap<>();

  /** Notes the ends that {@code consumer} knows; called on its thread. */
  void note(Consumer<?, ?> consumer) {
    for (TopicPartition at : consumer.assignment()) {
      OptionalLong lag = consumer.currentLag(at);
      if (lag.isPresent()) {
        ends.put(at, consumer.position(at) + lag.getAsLong());
      }
    }
  }

  /** Returns the offset after the last record of {@code at}; 0 while unknown. */
  long of(TopicPartition at) {
    return ends.getOrDefault(at, 0L);
  }
}
