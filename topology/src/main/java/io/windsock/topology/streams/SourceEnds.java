package io.windsock.topology.streams;

import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Where the source partitions end, as the consumers of this instance last heard: what the ready
 * queue is counted from. The consumers' threads write, any thread reads.
 */
final class SourceEnds {
  private final Map<TopicPartition, Long> ends = new ConcurrentHashMap<>();

  /** Takes down what {@code consumer} knows; called on its thread. */
  void note(Consumer<?, ?> consumer) {
    for (TopicPartition at : consumer.assignment()) {
      OptionalLong lag = consumer.currentLag(at);
      if (lag.isPresent()) {
        ends.put(at, consumer.position(at) + lag.getAsLong());
      }
    }
  }

  /** The offset after the last record of {@code at}; 0 while it isn't known. */
  long of(TopicPartition at) {
    return ends.getOrDefault(at, 0L);
  }
}
