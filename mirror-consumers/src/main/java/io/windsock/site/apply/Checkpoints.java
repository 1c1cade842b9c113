package io.windsock.site.apply;

import io.windsock.site.state.StateWriter;
import io.windsock.site.state.StoreException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * Commits a site's checkpoints to Kafka (the paper, section 3.2.1, "Checkpointing"): per partition
 * the offset after the last marker applied. A commit never covers what the disk could lose: the
 * database is synced first. It is not waited for, a later one covers an earlier one, and they are
 * throttled. Owned by the apply thread; {@link #committed} may be read by any.
 */
final class Checkpoints {
  private final Consumer<?, ?> consumer;
  private final List<TopicPartition> partitions;
  private final StateWriter writer;
  private final FaultCounters faults;
  private final long intervalMs;
  private final Map<TopicPartition, OffsetAndMetadata> due = new HashMap<>();
  private boolean inFlight;
  private long lastMs;
  private volatile long[] committed;

  Checkpoints(LogReader reader, StateWriter writer, FaultCounters faults, ApplyOptions options) {
    consumer = reader.consumer();
    partitions = reader.partitions();
    intervalMs = options.checkpointEveryMs();
    this.writer = writer;
    this.faults = faults;
    committed = new long[partitions.size()];
    Arrays.fill(committed, -1);
  }

  /** The offsets last committed, by partition; negative: none since the site started. */
  long[] committed() {
    return committed.clone();
  }

  /** A partition's checkpoint is at {@code offset} now. Negative: it has none yet. */
  void reached(int partition, long offset) {
    if (offset > committed[partition]) {
      due.put(partitions.get(partition), new OffsetAndMetadata(offset));
    }
  }

  /** Commits what is due, if it is time. */
  void work(long nowMs) {
    if (due.isEmpty() || inFlight || nowMs - lastMs < intervalMs) {
      return;
    }
    lastMs = nowMs;
    inFlight = true;
    writer.sync();
    Map<TopicPartition, OffsetAndMetadata> offsets = Map.copyOf(due);
    due.clear();
    consumer.commitAsync(offsets, (map, failure) -> done(offsets, failure));
  }

  private void done(Map<TopicPartition, OffsetAndMetadata> offsets, @Nullable Exception failure) {
    inFlight = false;
    if (failure == null) {
      note(offsets);
      return;
    }
    offsets.forEach(due::putIfAbsent);
    if (!(failure instanceof RetriableException)) {
      failed(failure);
    }
  }

  private void failed(Exception failure) {
    faults.count(SiteFault.CHECKPOINT_FAILED, partitions.get(0).topic(), failure.toString());
  }

  private void note(Map<TopicPartition, OffsetAndMetadata> offsets) {
    long[] next = committed.clone();
    offsets.forEach((at, offset) -> next[at.partition()] = offset.offset());
    committed = next;
  }

  /**
   * Commits what is due and waits for it, for a site that closes; nothing if the disk has failed.
   */
  void last(Duration patience) {
    if (due.isEmpty()) {
      return;
    }
    try {
      writer.sync();
      commitAndWait(patience);
      note(due);
      due.clear();
    } catch (KafkaException | StoreException e) {
      failed(e);
    }
  }

  private void commitAndWait(Duration patience) {
    try {
      consumer.commitSync(due, patience);
    } catch (WakeupException e) {
      // Meant for a poll that had already ended.
      consumer.commitSync(due, patience);
    }
  }
}
