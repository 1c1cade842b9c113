package io.windsock.platform.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Asks the leader of every partition twice a second where the log ends, and records when the answer
 * was current. This tells a reader as of when it has read everything. A consumer does not report
 * it: its polls are empty and its lag is constant both on an idle topic and when the brokers are
 * unreachable. Owned by the reader's thread, which never waits for an answer.
 *
 * <p>Silence is measured in looks, each of which counts for at most {@link #MAX_LOOK_MS}, so the
 * pause of a suspended process does not count as the brokers' silence.
 */
public final class EndWatch implements AutoCloseable {
  /** The interval between two requests, ms. */
  static final long ASK_EVERY_MS = 500;

  /** A partition whose leader has not answered for this long is cut off, ms. */
  static final long SILENT_MS = 2_000;

  /** The maximum time counted for one look, ms. */
  static final long MAX_LOOK_MS = 250;

  /** The timeout after which a request is repeated on a new connection. */
  private static final int ANSWER_MS = 4_000;

  private static final int REQUEST_MS = 3_000;
  private static final long CONNECT_MS = 1_500;
  private static final long RECONNECT_MS = 500;
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(1);
  private static final long UNKNOWN = -1;

  /** The source of the ends; an interface so that tests can replace the brokers. */
  interface Source extends AutoCloseable {
    /**
     * Returns the ends of these partitions, each completed when its leader answers. Never blocks.
     */
    Map<TopicPartition, KafkaFuture<Long>> ends(Collection<TopicPartition> partitions);

    @Override
    void close();
  }

  private final Source source;
  private final List<TopicPartition> partitions;
  private final Map<TopicPartition, KafkaFuture<Long>> open = new HashMap<>();
  private final long[] ends;
  private final long[] askedMs;
  private final long[] knownMs;
  private final long[] silentMs;
  private long lastMs;
  private long lastAskMs;

  EndWatch(Source source, List<TopicPartition> partitions, long nowMs) {
    this.source = source;
    this.partitions = partitions;
    ends = new long[partitions.size()];
    askedMs = new long[partitions.size()];
    knownMs = new long[partitions.size()];
    silentMs = new long[partitions.size()];
    Arrays.fill(ends, UNKNOWN);
    Arrays.fill(knownMs, nowMs);
    lastMs = nowMs;
    lastAskMs = nowMs - ASK_EVERY_MS;
  }

  /**
   * Opens a watch with a client of its own. On a shared client, slow calls could keep a dead
   * connection open.
   *
   * @param kafka the client's properties; a group is ignored
   * @param partitions all partitions of a topic, in order
   * @param nowMs monotonic ms
   */
  public static EndWatch open(
      Map<String, Object> kafka, List<TopicPartition> partitions, long nowMs) {
    return new EndWatch(new Brokers(Admin.create(properties(kafka))), partitions, nowMs);
  }

  private static Map<String, Object> properties(Map<String, Object> kafka) {
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.remove(ConsumerConfig.GROUP_ID_CONFIG);
    properties.computeIfPresent(CommonClientConfigs.CLIENT_ID_CONFIG, (k, id) -> id + ".ends");
    properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_MS);
    properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ANSWER_MS);
    properties.put(AdminClientConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG, CONNECT_MS);
    properties.put(AdminClientConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG, CONNECT_MS);
    properties.put(AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, RECONNECT_MS);
    return properties;
  }

  /**
   * Takes received answers, and sends requests that are due. Never blocks.
   *
   * @param nowMs monotonic ms
   */
  public void work(long nowMs) {
    long passedMs = Math.min(MAX_LOOK_MS, nowMs - lastMs);
    lastMs = nowMs;
    for (int p = 0; p < silentMs.length; p++) {
      silentMs[p] += passedMs;
    }
    for (TopicPartition at : partitions) {
      take(at);
    }
    if (nowMs - lastAskMs >= ASK_EVERY_MS) {
      lastAskMs = nowMs;
      ask(nowMs);
    }
  }

  private void take(TopicPartition at) {
    KafkaFuture<Long> answer = open.get(at);
    if (answer == null || !answer.isDone()) {
      return;
    }
    open.remove(at);
    Long end = value(answer);
    if (end != null) {
      int p = at.partition();
      ends[p] = end;
      knownMs[p] = askedMs[p];
      silentMs[p] = 0;
    }
  }

  private static @Nullable Long value(KafkaFuture<Long> answer) {
    try {
      return answer.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    } catch (ExecutionException | CancellationException e) {
      return null;
    }
  }

  /** Skips the partitions with an open request. */
  private void ask(long nowMs) {
    List<TopicPartition> due = new ArrayList<>();
    for (TopicPartition at : partitions) {
      if (!open.containsKey(at)) {
        askedMs[at.partition()] = nowMs;
        due.add(at);
      }
    }
    if (!due.isEmpty()) {
      open.putAll(source.ends(due));
    }
  }

  /**
   * Returns the end of a partition when its leader last answered; negative if it has not answered
   * yet.
   */
  public long end(int partition) {
    return ends[partition];
  }

  /** Returns whether a partition is cut off. */
  public boolean silent(int partition) {
    return silentMs[partition] > SILENT_MS;
  }

  /** Returns when the last answered request about a partition was sent, monotonic ms. */
  public long knownMs(int partition) {
    return knownMs[partition];
  }

  /**
   * Marks all partitions as cut off after the thread has not looked for long. Each stays cut off
   * until it answers a request sent from now on; an answer received in the meantime may be as old
   * as the pause.
   */
  public void lose() {
    open.clear();
    Arrays.fill(silentMs, SILENT_MS + 1);
    lastAskMs = lastMs - ASK_EVERY_MS;
  }

  @Override
  public void close() {
    source.close();
  }

  /** Asks the leaders themselves. */
  private record Brokers(Admin admin) implements Source {
    @Override
    public Map<TopicPartition, KafkaFuture<Long>> ends(Collection<TopicPartition> partitions) {
      Map<TopicPartition, OffsetSpec> specs = new HashMap<>();
      partitions.forEach(at -> specs.put(at, OffsetSpec.latest()));
      ListOffsetsOptions readable =
          new ListOffsetsOptions(IsolationLevel.READ_COMMITTED).timeoutMs(ANSWER_MS);
      ListOffsetsResult result = admin.listOffsets(specs, readable);
      Map<TopicPartition, KafkaFuture<Long>> ends = new HashMap<>();
      for (TopicPartition at : partitions) {
        ends.put(
            at,
            result.partitionResult(at).thenApply(ListOffsetsResult.ListOffsetsResultInfo::offset));
      }
      return ends;
    }

    @Override
    public void close() {
      admin.close(CLOSE_PATIENCE);
    }
  }
}
