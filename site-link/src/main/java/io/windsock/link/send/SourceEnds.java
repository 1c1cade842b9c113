package io.windsock.link.send;

import io.windsock.link.stats.CopyProgress;
import io.windsock.platform.time.Clocks;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
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
  private static final long CLOSE_MS = 1_000;

  private final CopyProgress progress;
  private final Clocks clock;
  private final Supplier<Admin> clients;
  private final Thread thread;

  /** Partitions that were asked for and not answered; none is asked for twice at once. */
  private final Set<TopicPartition> asked = ConcurrentHashMap.newKeySet();

  /** Partitions whose last answer was a failure. Guarded by this. */
  private final Set<TopicPartition> silent = new HashSet<>();

  private volatile boolean closed;

  private SourceEnds(Supplier<Admin> clients, CopyProgress progress, Clocks clock) {
    this.clients = clients;
    this.progress = progress;
    this.clock = clock;
    thread = new Thread(this::run, "link-ends");
    thread.setDaemon(true);
  }

  static SourceEnds start(Map<String, Object> kafka, CopyProgress progress, Clocks clock) {
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_MS);
    properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ANSWER_MS);
    return start(() -> Admin.create(properties), progress, clock);
  }

  /** Asks through a client that it creates and closes. */
  static SourceEnds start(Supplier<Admin> clients, CopyProgress progress, Clocks clock) {
    SourceEnds ends = new SourceEnds(clients, progress, clock);
    ends.thread.start();
    return ends;
  }

  private void run() {
    try {
      Admin admin = open();
      try {
        askThrough(admin);
      } finally {
        admin.close(Duration.ZERO);
      }
    } catch (InterruptedException e) {
      LOG.debug("no longer asks where the source's log ends");
    }
  }

  /** The name of a broker may not be known yet; a session that fails for it says so. */
  private Admin open() throws InterruptedException {
    while (true) {
      try {
        return clients.get();
      } catch (KafkaException e) {
        LOG.debug("no client to ask the source where its log ends: {}", e.getMessage());
        TimeUnit.MILLISECONDS.sleep(ASK_EVERY_MS);
      }
    }
  }

  private void askThrough(Admin admin) throws InterruptedException {
    while (!closed) {
      ask(admin);
      TimeUnit.MILLISECONDS.sleep(ASK_EVERY_MS);
    }
  }

  private void ask(Admin admin) {
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
    try {
      thread.join(CLOSE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
