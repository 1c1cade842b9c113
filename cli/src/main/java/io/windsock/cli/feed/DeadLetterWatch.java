package io.windsock.cli.feed;

import io.windsock.cli.option.ClusterOptions;
import io.windsock.cli.show.Plain;
import io.windsock.contracts.topic.EventHeaders;
import io.windsock.platform.kafka.LogConsumers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;

/**
 * Counts the dead letters of a replay's source topics that appear during the replay, and reports
 * the reason of the first. A thread of its own reads them; any thread may read the count.
 *
 * <p>If the dead-letter topic does not exist or can't be read, the replay runs without a count.
 */
final class DeadLetterWatch implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(200);

  /** How long after the replay the topology has to reject the first of the remaining records. */
  private static final long QUIET_MS = 2_000;

  /** How long it has to reject all of them. */
  private static final long MAX_WAIT_MS = 10_000;

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Set<String> sources;
  private final Consumer<String> tell;
  private final Thread thread = new Thread(this::follow, "dead-letter-watch");
  private volatile boolean closed;
  private final AtomicLong count = new AtomicLong();
  private volatile long newestNs = System.nanoTime();

  /**
   * Starts counting at the topic's current end.
   *
   * @param sources the topics whose records count
   * @param tell receives the first dead letter, or the reason why none can be counted
   */
  DeadLetterWatch(ClusterOptions cluster, Set<String> sources, Consumer<String> tell) {
    this.sources = Set.copyOf(sources);
    this.tell = tell;
    consumer = LogConsumers.open(cluster.clientConfig(), "latest");
    thread.setDaemon(true);
    try {
      if (seekToEnd(cluster.topics().deadLetter())) {
        thread.start();
      } else {
        notCounted("there is no topic '" + cluster.topics().deadLetter() + "'");
      }
    } catch (KafkaException e) {
      notCounted(String.valueOf(e.getMessage()));
    }
  }

  /** Whether the dead-letter topic exists. */
  private boolean seekToEnd(String topic) {
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(info -> new TopicPartition(topic, info.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToEnd(partitions);
    partitions.forEach(consumer::position);
    return !partitions.isEmpty();
  }

  private void follow() {
    try {
      while (!closed) {
        consumer.poll(POLL).forEach(this::take);
      }
    } catch (KafkaException e) {
      notCounted(String.valueOf(e.getMessage()));
    }
  }

  private void notCounted(String reason) {
    tell.accept("dead letters are not counted: " + Plain.of(reason));
  }

  private void take(ConsumerRecord<byte[], byte[]> letter) {
    if (sources.contains(text(letter, EventHeaders.SOURCE_TOPIC))) {
      newestNs = System.nanoTime();
      if (count.getAndIncrement() == 0) {
        tell.accept(
            "the topology refuses events, the first for being "
                + Plain.of(text(letter, EventHeaders.REASON))
                + "; 'windsock topics tail dead-letter' shows them");
      }
    }
  }

  private static String text(ConsumerRecord<byte[], byte[]> letter, String name) {
    Header header = letter.headers().lastHeader(name);
    return header == null || header.value() == null
        ? ""
        : new String(header.value(), StandardCharsets.UTF_8);
  }

  /** Returns the number of dead letters so far. */
  long count() {
    return count.get();
  }

  /** Waits until no more dead letters arrive, because the topology may lag behind the replay. */
  long awaitQuiet() throws InterruptedException {
    long startNs = System.nanoTime();
    while (thread.isAlive()
        && msSince(Math.max(startNs, newestNs)) < QUIET_MS
        && msSince(startNs) < MAX_WAIT_MS) {
      Thread.sleep(POLL.toMillis());
    }
    return count.get();
  }

  private static long msSince(long ns) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - ns);
  }

  @Override
  public void close() {
    closed = true;
    boolean interrupted = false;
    try {
      thread.join();
    } catch (InterruptedException e) {
      interrupted = true;
    }
    consumer.close(CloseOptions.timeout(Duration.ofSeconds(2)));
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
