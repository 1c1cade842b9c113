package io.windsock.evaluation.load;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;

/**
 * Deletes what a laboratory's sites have read, so that the broker's disk does not bound how long an
 * experiment may run. Owned by the laboratory's thread.
 */
public final class LogTrimmer implements AutoCloseable {
  private static final long PATIENCE_S = 30;
  private static final long TO_THE_END = -1;

  private final Admin admin;
  private final Map<TopicPartition, RecordsToDelete> all;

  /** Opens a client of the broker, for these partitions. */
  public LogTrimmer(String bootstrapServers, Collection<TopicPartition> partitions) {
    admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
    all =
        partitions.stream()
            .collect(Collectors.toMap(at -> at, at -> RecordsToDelete.beforeOffset(TO_THE_END)));
  }

  /**
   * Deletes all records; nothing may be sent meanwhile, and every reader must be at the end.
   *
   * @throws IllegalStateException if the broker does not
   */
  public void trim() throws InterruptedException {
    try {
      admin.deleteRecords(all).all().get(PATIENCE_S, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("the broker does not delete what was read", e);
    }
  }

  @Override
  public void close() {
    admin.close();
  }
}
