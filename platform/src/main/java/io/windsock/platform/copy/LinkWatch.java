package io.windsock.platform.copy;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.codec.MalformedBatchException;
import io.windsock.platform.kafka.LogConsumers;
import io.windsock.platform.kafka.LogTopic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the topics of the links to a cluster, and translates tokens of the sources of one topic.
 * It finds these topics by their names, so it needs no setting. A thread of its own reads; any
 * thread may ask.
 */
public final class LinkWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LinkWatch.class);
  private static final long DISCOVER_NS = TimeUnit.SECONDS.toNanos(5);
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final long RETRY_MS = 1_000;
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(2);

  /** Receives what a watch finds. */
  @FunctionalInterface
  public interface Listener {
    /**
     * The topic is a copy without its beginning, because the source had been trimmed.
     *
     * @param began by partition that lacks something, the offset of the source at which it begins
     */
    void uncopied(Map<TopicPartition, Long> began);
  }

  private final Map<String, Object> kafka;
  private final LogTopic topic;
  private final Admin admin;
  private final Thread thread;
  private final Listener listener;
  private final LinkTokens tokens = new LinkTokens();

  /** The tokens of each link that is followed. Owned by the thread. */
  private final Map<String, SourceTokens> links = new HashMap<>();

  /** The ids of the links' topics that are followed. Owned by the thread. */
  private final Map<String, Uuid> followed = new HashMap<>();

  /** The ends of the links' topics when they were found. Owned by the thread. */
  private Map<TopicPartition, Long> ends = Map.of();

  private final CountDownLatch end = new CountDownLatch(1);
  private volatile @Nullable Consumer<byte[], byte[]> reading;

  private LinkWatch(Map<String, Object> kafka, LogTopic topic, Admin admin, Listener listener) {
    this.kafka = Map.copyOf(kafka);
    this.topic = topic;
    this.admin = admin;
    this.listener = listener;
    thread = new Thread(this::run, "links-" + topic.name());
    thread.setDaemon(true);
  }

  /**
   * Starts to follow.
   *
   * @param kafka the clients' properties: at least the bootstrap servers
   * @param topic the topic whose tokens are asked for
   * @param admin a client of the same cluster, which the caller closes after this
   * @param listener is called by the watch's thread, possibly more than once
   */
  public static LinkWatch start(
      Map<String, Object> kafka, LogTopic topic, Admin admin, Listener listener) {
    LinkWatch watch = new LinkWatch(kafka, topic, admin, listener);
    watch.thread.start();
    return watch;
  }

  /** Translates a token of another epoch than the topic's. Never blocks. */
  public Translation translate(Token token) {
    return tokens.translate(token);
  }

  private void run() {
    try {
      do {
        work();
      } while (!end.await(RETRY_MS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException | InterruptException e) {
      LOG.debug("{}: the watch of links ends", topic.name());
    }
  }

  /** Waits for a link, and follows them until it is closed, or the cluster fails. */
  private void work() throws InterruptedException {
    try {
      while (LinkTopic.find(admin).isEmpty()) {
        tokens.read(links);
        if (end.await(DISCOVER_NS, TimeUnit.NANOSECONDS)) {
          return;
        }
      }
      follow();
    } catch (WakeupException e) {
      LOG.debug("{}: woken, to be closed", topic.name());
    } catch (InterruptException e) {
      throw e;
    } catch (KafkaException e) {
      if (!isClosed()) {
        LOG.warn("{}: the topics of links can't be read: {}", topic.name(), e.getMessage());
      }
    } finally {
      reading = null;
    }
  }

  private void follow() {
    followed.clear();
    try (var consumer = LogConsumers.open(kafka, LogConsumers.FROM_BEGINNING)) {
      reading = consumer;
      long discoverNs = System.nanoTime();
      while (!isClosed()) {
        if (System.nanoTime() - discoverNs >= 0) {
          assign(consumer, LinkTopic.find(admin));
          discoverNs = System.nanoTime() + DISCOVER_NS;
        }
        if (followed.isEmpty()) {
          return; // the links' topics were deleted
        }
        consumer.poll(POLL).forEach(this::take);
        if (!tokens.areRead() && isRead(consumer)) {
          tokens.read(links);
        }
      }
    }
  }

  private boolean isRead(Consumer<byte[], byte[]> consumer) {
    return ends.entrySet().stream()
        .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
  }

  private boolean isClosed() {
    return end.getCount() == 0;
  }

  /** Follows these topics; those that are new, from their beginning. */
  private void assign(Consumer<byte[], byte[]> consumer, Map<String, Uuid> now) {
    if (now.equals(followed)) {
      return;
    }
    List<TopicPartition> all = new ArrayList<>();
    List<TopicPartition> fresh = new ArrayList<>();
    tokens.unread();
    now.forEach(
        (name, id) -> {
          TopicPartition partition = new TopicPartition(name, 0);
          all.add(partition);
          if (!id.equals(followed.get(name))) {
            links.put(name, new SourceTokens(topic));
            fresh.add(partition);
          }
        });
    links.keySet().retainAll(now.keySet());
    followed.clear();
    followed.putAll(now);
    consumer.assign(all);
    ends = consumer.endOffsets(all);
    if (!fresh.isEmpty()) { // none would mean all
      consumer.seekToBeginning(fresh);
    }
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    SourceTokens source = links.get(record.topic());
    if (source == null || record.value() == null) {
      return;
    }
    try {
      LinkPosition position = LinkPosition.decode(record.value());
      if (!position.copies(topic)) {
        return; // also a position of an earlier topic of this name
      }
      if (LinkTopic.isPosition(record.key())) {
        source.last(position);
        Map<TopicPartition, Long> late = position.uncopied(topic);
        if (!late.isEmpty()) {
          listener.uncopied(late);
        }
      } else {
        source.point(position);
      }
    } catch (MalformedBatchException e) {
      LOG.warn("{}@{} is unreadable: {}", record.topic(), record.offset(), e.getMessage());
    }
  }

  @Override
  public void close() {
    end.countDown();
    Consumer<byte[], byte[]> consumer = reading;
    if (consumer != null) {
      consumer.wakeup();
    }
    try {
      thread.join(CLOSE_PATIENCE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
