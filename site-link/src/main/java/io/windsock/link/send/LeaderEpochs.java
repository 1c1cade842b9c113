package io.windsock.link.send;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * By partition of the source, the epoch of a leader whose log had what was read. With it Kafka
 * finds out whether the log of a later leader still has the same records. The epoch may be later
 * than that of the last record: a leader that lacks the record was elected later still. Owned by
 * the sender's thread.
 */
final class LeaderEpochs {
  private final Map<TopicPartition, Integer> epochs = new HashMap<>();

  /** Takes in the epoch of a leader whose log has what is read next, and all before it. */
  void add(TopicPartition partition, Optional<Integer> epoch) {
    epoch.ifPresent(known -> epochs.merge(partition, known, Math::max));
  }

  /** Takes in what a poll has returned; markers of transactions have epochs, too. */
  void read(ConsumerRecords<byte[], byte[]> polled) {
    polled.nextOffsets().forEach((partition, next) -> add(partition, next.leaderEpoch()));
  }

  /**
   * Returns a position with the epoch, if one is known.
   *
   * @param metadata what is committed with it
   */
  OffsetAndMetadata at(TopicPartition partition, long offset, String metadata) {
    return new OffsetAndMetadata(offset, Optional.ofNullable(epochs.get(partition)), metadata);
  }
}
