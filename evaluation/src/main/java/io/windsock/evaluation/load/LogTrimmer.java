package io.windsock.evaluation.load;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.ReplicaInfo;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;

/**
 * Deletes what a laboratory's sites have read, so that the broker's disk does not bound how long an
 * experiment may run. Each time it deletes what was there the time before: rules may release what
 * they withheld after a run has ended, so the end of a log may yet be written and read. It returns
 * when the files are gone, so that no run pays for what was written before it. Owned by the
 * laboratory's thread.
 */
public final class LogTrimmer implements AutoCloseable {
  private static final long PATIENCE_S = 30;

  /** Longer than the time between two looks of the broker for what to delete. */
  private static final long LOOK_MS = 150;

  private final Admin admin;
  private final List<Integer> brokers;
  private final Map<TopicPartition, Long> before = new HashMap<>();

  /** Opens a client of the broker. */
  public LogTrimmer(String bootstrapServers) throws InterruptedException {
    admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
    brokers = get(admin.describeCluster().nodes()).stream().map(Node::id).toList();
  }

  /**
   * Deletes the records of these partitions that there were at the call before for them; every
   * reader must have read these. Waits until the sizes of the logs do not change any more.
   *
   * @throws IllegalStateException if the broker does not
   */
  public void trim(Collection<TopicPartition> partitions) throws InterruptedException {
    Map<TopicPartition, Long> now = ends(partitions);
    Map<TopicPartition, RecordsToDelete> read = new HashMap<>();
    for (TopicPartition at : partitions) {
      Long end = before.get(at);
      if (end != null) {
        read.put(at, RecordsToDelete.beforeOffset(end));
      }
    }
    get(admin.deleteRecords(read).all());
    before.putAll(now);
    awaitDeleted();
  }

  private void awaitDeleted() throws InterruptedException {
    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
    long size = Long.MAX_VALUE;
    for (long now = bytes(); now < size; now = bytes()) {
      if (System.nanoTime() - deadlineNs > 0) {
        throw new IllegalStateException("the broker does not end deleting what was read");
      }
      size = now;
      TimeUnit.MILLISECONDS.sleep(LOOK_MS);
    }
  }

  private long bytes() throws InterruptedException {
    return get(admin.describeLogDirs(brokers).allDescriptions()).values().stream()
        .flatMap(folders -> folders.values().stream())
        .flatMap(folder -> folder.replicaInfos().values().stream())
        .mapToLong(ReplicaInfo::size)
        .sum();
  }

  private Map<TopicPartition, Long> ends(Collection<TopicPartition> partitions)
      throws InterruptedException {
    Map<TopicPartition, OffsetSpec> latest =
        partitions.stream().collect(Collectors.toMap(at -> at, at -> OffsetSpec.latest()));
    Map<TopicPartition, Long> ends = new HashMap<>();
    get(admin.listOffsets(latest).all()).forEach((at, end) -> ends.put(at, end.offset()));
    return ends;
  }

  private static <T> T get(KafkaFuture<T> done) throws InterruptedException {
    try {
      return done.get(PATIENCE_S, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("the broker does not delete what was read", e);
    }
  }

  @Override
  public void close() {
    admin.close();
  }
}
