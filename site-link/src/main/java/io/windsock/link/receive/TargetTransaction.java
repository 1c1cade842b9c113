package io.windsock.link.receive;

import io.windsock.platform.copy.OffsetPair;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * What the open transaction of a target has. Owned by the thread that writes.
 *
 * @param pointed whether it keeps one more earlier position for tokens
 * @param failure the first record that could not be sent
 * @param reached by partition, the point after its last record
 * @param last by partition, its last record
 */
record TargetTransaction(
    boolean pointed,
    FirstFailure failure,
    Map<TopicPartition, OffsetPair> reached,
    Map<TopicPartition, Future<RecordMetadata>> last) {

  /** Returns one that has nothing yet. */
  static TargetTransaction begun(boolean pointed) {
    return new TargetTransaction(pointed, new FirstFailure(), new HashMap<>(), new HashMap<>());
  }
}
