package io.windsock.link.edge;

import io.windsock.link.stats.CopyProgress;
import io.windsock.platform.time.Clocks;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks twice a second where each partition of the source's log ends, also while the link has no
 * session or is paused. A partition that does not answer, as without a leader, delays no other. Has
 * a thread and a client of its own.
 */
final class SourceEnds implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SourceEnds.class);
  private static final long ASK_EVERY_MS = 500;
  private static final int ANSWER_MS = 5_000;
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(1);

  private final CopyProgress progress;
  private final Clocks clock;
  private final Admin admin;
  private final Thread thread;

  /** Partitions that were asked for and not answered; none is asked for twice at once. */
  private final Set<TopicPartition> asked = ConcurrentHashMap.newKeySet();

  /** Partitions whose last answer was a failure. Guarded by this. */
  private final Set<TopicPartition> silent = new HashSet<>();

  private volatile boolean closed;

  private SourceEnds(Admin admin, CopyProgress progress, Clocks clock) {
    this.admin = admin;
    this.progress = progress;
    this.clock = clock;
    thread = new Thread(this::run, "link-ends");
    thread.setDaemon(true);
  }

  static SourceEnds start(Map<String, Object> kafka, CopyProgress progress, Clocks clock) {
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_MS);
    properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ANSWER_MS);
    return start(Admin.create(properties), progress, clock);
  }

  /** Asks through a client that it closes. */
  static SourceEnds start(Admin admin, CopyProgress progress, Clocks clock) {
    SourceEnds ends = new SourceEnds(admin, progress, clock);
    ends.thread.start();
    return ends;
  }

  private void run() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        ask();
        TimeUnit.MILLISECONDS.sleep(ASK_EVERY_MS);
      }
    } catch (InterruptedException e) {
      LOG.debug("no longer asks where the source's log ends");
    }
  }

  private void ask() {
    Map<TopicPartition, OffsetSpec> specs = new HashMap<>();
    for (TopicPartition partition : progress.partitions()) {
      if (asked.add(partition)) {
        specs.put(partition, OffsetSpec.latest());
      }
    }
    if (specs.isEmpty()) {
      return;
    }
    long askedMs = clock.wallMs();
    ListOffsetsResult answer =
        admin.listOffsets(specs, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED));
    for (TopicPartition partition : specs.keySet()) {
      var unused =
          answer
              .partitionResult(partition)
              .whenComplete((end, failure) -> answered(partition, askedMs, end, failure));
    }
  }

  private synchronized void answered(
      TopicPartition partition,
      long askedMs,
      @Nullable ListOffsetsResultInfo end,
      @Nullable Throwable failure) {
    if (end != null) {
      progress.ends(Map.of(partition, end.offset()), askedMs);
      silent.remove(partition);
    } else {
      if (silent.isEmpty() && !closed) {
        LOG.warn(
            "the source does not report where {} ends, so the lag is unknown: {}",
            partition,
            String.valueOf(failure));
      }
      silent.add(partition);
    }
    asked.remove(partition);
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    admin.close(CLOSE_PATIENCE);
  }
}
