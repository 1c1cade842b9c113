package io.windsock.evaluation.load;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/**
 * Deletes what a laboratory's sites have read, so that the broker's disk does not bound how long an
 * experiment may run. Each time it deletes what was there the time before: rules may release what
 * they withheld after a run has ended, so the end of a log may yet be written and read. Owned by
 * the laboratory's thread.
 */
public final class LogTrimmer implements AutoCloseable {
  private static final long PATIENCE_S = 30;

  private final Admin admin;
  private final Map<TopicPartition, Long> before = new HashMap<>();

  /** Opens a client of the broker. */
  public LogTrimmer(String bootstrapServers) {
    admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
  }

  /**
   * Deletes the records of these partitions that there were at the call before for them; every
   * reader must have read these.
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
