package io.windsock.site.apply;

import io.windsock.platform.kafka.LogReader;
import io.windsock.site.disk.StoreException;
import io.windsock.site.state.StateWriter;
import io.windsock.site.state.form.AppliedMarker;
import io.windsock.site.status.SiteFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
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
 * Commits a site's checkpoints to Kafka (the paper, section 3.2.1, "Checkpointing"): for each
 * partition, the offset after the last marker applied. The database is synced first, so that a
 * commit never covers what the disk could lose. Commits are asynchronous and throttled; a later one
 * covers an earlier one. Owned by the apply thread; any thread may read {@link #committed}.
 */
final class Checkpoints {
  private final Consumer<?, ?> consumer;
  private final List<TopicPartition> partitions;
  private final StateWriter writer;
  private final SiteListeners listeners;
  private final long intervalMs;
  private final Map<TopicPartition, AppliedMarker> due = new HashMap<>();
  private boolean inFlight;
  private volatile boolean repeat;
  private long lastMs;
  private volatile List<AppliedMarker> committed;

  Checkpoints(
      LogReader reader,
      StateWriter writer,
      SiteListeners listeners,
      ApplyOptions options,
      long nowMs) {
    consumer = reader.consumer();
    partitions = reader.partitions();
    intervalMs = options.following().checkpointEvery().toMillis();
    lastMs = nowMs - intervalMs;
    this.writer = writer;
    this.listeners = listeners;
    committed = Collections.nCopies(partitions.size(), AppliedMarker.NONE);
  }

  /** The last committed marker of each partition; {@link AppliedMarker#NONE} before the first. */
  List<AppliedMarker> committed() {
    return committed;
  }

  /** Sets the last marker applied in a partition. {@link AppliedMarker#NONE} is not committed. */
  void reached(int partition, AppliedMarker marker) {
    if (marker.checkpoint() > committed.get(partition).checkpoint()) {
      due.put(partitions.get(partition), marker);
    }
  }

  /**
   * Requests that the last commit be repeated, after another site has overwritten it. Any thread.
   */
  void repeat() {
    repeat = true;
  }

  private void addRepeated() {
    repeat = false;
    for (int p = 0; p < partitions.size(); p++) {
      AppliedMarker marker = committed.get(p);
      if (marker.checkpoint() > 0) {
        due.putIfAbsent(partitions.get(p), marker);
      }
    }
  }

  /**
   * Commits the pending markers if the next commit is due.
   *
   * @param nowMs monotonic ms
   */
  void work(long nowMs) {
    if (repeat) {
      addRepeated();
    }
    if (due.isEmpty() || inFlight || nowMs - lastMs < intervalMs) {
      return;
    }
    lastMs = nowMs;
    inFlight = true;
    writer.sync();
    Map<TopicPartition, AppliedMarker> markers = Map.copyOf(due);
    due.clear();
    consumer.commitAsync(offsets(markers), (map, failure) -> done(markers, failure));
  }

  private static Map<TopicPartition, OffsetAndMetadata> offsets(
      Map<TopicPartition, AppliedMarker> markers) {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    markers.forEach((at, it) -> offsets.put(at, new OffsetAndMetadata(it.checkpoint())));
    return offsets;
  }

  private void done(Map<TopicPartition, AppliedMarker> markers, @Nullable Exception failure) {
    inFlight = false;
    if (failure == null) {
      note(markers);
      return;
    }
    markers.forEach(due::putIfAbsent);
    if (!(failure instanceof RetriableException)) {
      failed(failure);
    }
  }

  private void failed(Exception failure) {
    listeners
        .faults()
        .count(SiteFault.CHECKPOINT_FAILED, partitions.get(0).topic(), failure.toString());
  }

  private void note(Map<TopicPartition, AppliedMarker> markers) {
    List<AppliedMarker> next = new ArrayList<>(committed);
    markers.forEach((at, marker) -> next.set(at.partition(), marker));
    committed = List.copyOf(next);
    listeners.checkpointed();
  }

  /**
   * Commits the pending markers and waits, for a site that opens or closes. Does nothing if the
   * disk has failed.
   */
  void commitNow(Duration patience) {
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
    Map<TopicPartition, OffsetAndMetadata> offsets = offsets(due);
    try {
      consumer.commitSync(offsets, patience);
    } catch (WakeupException e) {
      // The wakeup was meant for a poll that had already returned.
      consumer.commitSync(offsets, patience);
    }
  }
}
