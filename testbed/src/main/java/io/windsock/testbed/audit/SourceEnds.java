package io.windsock.testbed.audit;

import io.windsock.contracts.position.Stamp;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.topic.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/**
 * The end offsets of the source topics.
 *
 * @param byPartition the ends of each partition as a stamp: the topology's progress once it has
 *     received everything
 */
record SourceEnds(List<Stamp> byPartition) {
  static SourceEnds read(Admin admin, Topics topics, Catalogue catalogue, int partitions)
      throws InterruptedException, ExecutionException {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    for (String stream : catalogue.streams()) {
      for (int p = 0; p < partitions; p++) {
        asked.put(new TopicPartition(topics.source(stream), p), OffsetSpec.latest());
      }
    }
    Map<TopicPartition, ListOffsetsResultInfo> ends = admin.listOffsets(asked).all().get();
    Stamp[] stamps = new Stamp[partitions];
    for (int p = 0; p < partitions; p++) {
      long[] next = new long[catalogue.streams().size()];
      for (int s = 0; s < next.length; s++) {
        String topic = topics.source(catalogue.streams().get(s));
        next[s] = Objects.requireNonNull(ends.get(new TopicPartition(topic, p))).offset();
      }
      stamps[p] = new Stamp(next);
    }
    return new SourceEnds(List.of(stamps));
  }

  /** Returns the number of records ever appended to all source topics. */
  long total() {
    long total = 0;
    for (Stamp stamp : byPartition) {
      for (int s = 0; s < stamp.size(); s++) {
        total += stamp.next(s);
      }
    }
    return total;
  }

  /** Whether anything was ever appended to this partition. */
  boolean any(int partition) {
    Stamp stamp = byPartition.get(partition);
    for (int s = 0; s < stamp.size(); s++) {
      if (stamp.next(s) > 0) {
        return true;
      }
    }
    return false;
  }
}
