package io.windsock.link.edge;

import io.windsock.link.stats.CopyProgress;
import io.windsock.platform.time.Clocks;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks twice a second where the source's log ends, also while the link has no session or is paused.
 * Has a thread and a client of its own.
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
  private boolean silent;

  private SourceEnds(Map<String, Object> kafka, CopyProgress progress, Clocks clock) {
    this.progress = progress;
    this.clock = clock;
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_MS);
    properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ANSWER_MS);
    admin = Admin.create(properties);
    thread = new Thread(this::run, "link-ends");
    thread.setDaemon(true);
  }

  static SourceEnds start(Map<String, Object> kafka, CopyProgress progress, Clocks clock) {
    SourceEnds ends = new SourceEnds(kafka, progress, clock);
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

  private void ask() throws InterruptedException {
    Map<TopicPartition, OffsetSpec> specs = new HashMap<>();
    progress.partitions().forEach(partition -> specs.put(partition, OffsetSpec.latest()));
    if (specs.isEmpty()) {
      return;
    }
    long askedMs = clock.wallMs();
    try {
      Map<TopicPartition, Long> ends = new HashMap<>();
      var answer = admin.listOffsets(specs, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED));
      answer
          .all()
          .get(2L * ANSWER_MS, TimeUnit.MILLISECONDS)
          .forEach((partition, end) -> ends.put(partition, end.offset()));
      progress.ends(ends, askedMs);
      silent = false;
    } catch (ExecutionException | TimeoutException | KafkaException e) {
      if (!silent) {
        LOG.warn(
            "the source does not report where its log ends; the lag is out of date: {}",
            e.toString());
      }
      silent = true;
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    admin.close(CLOSE_PATIENCE);
  }
}
