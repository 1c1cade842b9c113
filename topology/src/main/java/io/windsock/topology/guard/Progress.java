package io.windsock.topology.guard;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;

/**
 * Whether an application receives the records in its source topics.
 *
 * @param waiting source offsets that it has not received
 * @param advanced whether it received some of them while being observed
 * @param members the number of members of its group
 */
public record Progress(long waiting, boolean advanced, int members) {
  private static final long POLL_MS = 200;

  /** Returns whether records wait and none are received. */
  public boolean isStalled() {
    return waiting > 0 && !advanced;
  }

  /**
   * Observes the application until it has received a record, no records wait, or the time is over.
   *
   * @param kafka properties of a client
   * @throws io.windsock.contracts.config.ConfigurationException if the cluster does not answer
   */
  public static Progress look(
      Admin admin, Map<String, Object> kafka, Application application, Duration atMost)
      throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    Positions positions = new Positions(admin, kafka, application);
    Positions.Bounds sources = positions.sources();
    long first = waiting(positions.committed(), sources);
    long now = first;
    while (now > 0 && now == first && System.nanoTime() < deadline) {
      TimeUnit.MILLISECONDS.sleep(POLL_MS);
      now = waiting(positions.committed(), sources);
    }
    if (now > 0 && now == first && !holdsRecords(positions, sources.ends().keySet())) {
      now = 0;
    }
    int members = new Groups(admin, application).size();
    return new Progress(now, now < first, members);
  }

  /** The end of a transaction also has an offset, but is never received. */
  private static boolean holdsRecords(Positions positions, Collection<TopicPartition> sources) {
    Map<TopicPartition, Long> committed = positions.committed();
    return Tail.read(positions, sources, record -> true).entrySet().stream()
        .anyMatch(
            tail -> {
              var newest = tail.getValue().newest();
              return newest != null && newest.offset() >= committed.getOrDefault(tail.getKey(), 0L);
            });
  }

  private static long waiting(Map<TopicPartition, Long> committed, Positions.Bounds sources) {
    long waiting = 0;
    for (TopicPartition partition : sources.ends().keySet()) {
      long begin = sources.begin(partition);
      long next = Math.max(begin, committed.getOrDefault(partition, begin));
      waiting += Math.max(0, sources.end(partition) - next);
    }
    return waiting;
  }
}
