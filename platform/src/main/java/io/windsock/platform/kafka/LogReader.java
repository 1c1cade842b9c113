package io.windsock.platform.kafka;

import io.windsock.contracts.position.Token;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntFunction;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads all partitions of a topic from given offsets. It never resets a position by itself: a
 * missing offset causes an exception, which {@link #missing} explains. One thread owns it; any
 * thread may call {@link #wakeup}.
 */
public final class LogReader implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LogReader.class);
  private static final String NO_METADATA = "";

  /** The maximum time to wait for the reason of a missing offset. */
  private static final Duration ANSWER_PATIENCE = Duration.ofSeconds(5);

  private final LogTopic topic;
  private final List<TopicPartition> partitions;
  private final Consumer<byte[], byte[]> consumer;
  private final Map<TopicPartition, Long> endAtStart = new HashMap<>();
  private final long[] positions;

  /**
   * Creates a reader.
   *
   * @param consumer reads committed records and resets nothing ({@link LogConsumers#NO_RESET});
   *     closed with the reader
   */
  public LogReader(LogTopic topic, Consumer<byte[], byte[]> consumer) {
    this.topic = topic;
    this.consumer = consumer;
    partitions = topic.all();
    consumer.assign(partitions);
    positions = new long[partitions.size()];
  }

  /** Returns the client, for commits and metrics. */
  public Consumer<byte[], byte[]> consumer() {
    return consumer;
  }

  /** Returns the topic. */
  public LogTopic topic() {
    return topic;
  }

  /** Returns its partitions, by number. */
  public List<TopicPartition> partitions() {
    return partitions;
  }

  /** Returns the position at which the log begins now. */
  public Token beginning() {
    Map<TopicPartition, Long> offsets = consumer.beginningOffsets(partitions);
    long[] next = new long[partitions.size()];
    for (TopicPartition at : partitions) {
      next[at.partition()] = offsets.getOrDefault(at, 0L);
    }
    return new Token(topic.epoch(), next);
  }

  /** Returns whether a log that begins there has lost nothing. */
  public static boolean isUntrimmed(Token beginning) {
    for (int p = 0; p < beginning.partitions(); p++) {
      if (beginning.next(p) > 0) {
        return false;
      }
    }
    return true;
  }

  /** Commits a position for the group, and waits for the result. */
  public void commit(Token position) {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    for (TopicPartition at : partitions) {
      offsets.put(at, new OffsetAndMetadata(position.next(at.partition())));
    }
    consumer.commitSync(offsets);
  }

  /**
   * Starts reading at {@code from}.
   *
   * @param leaders by partition, the leader epoch of the last record read before, if known; the
   *     first poll then checks that the current leader still has that record
   */
  public void start(Token from, IntFunction<Optional<Integer>> leaders) {
    endAtStart.putAll(consumer.endOffsets(partitions));
    for (TopicPartition at : partitions) {
      int p = at.partition();
      consumer.seek(at, new OffsetAndMetadata(from.next(p), leaders.apply(p), NO_METADATA));
      positions[p] = from.next(p);
    }
  }

  /** Returns new records, waiting up to {@code wait} for them. */
  public ConsumerRecords<byte[], byte[]> poll(Duration wait) {
    return consumer.poll(wait);
  }

  /**
   * Returns the number of offsets from the position to the end of a partition as known to the
   * consumer; until it knows, to the end at the start.
   */
  public long lag(int partition) {
    TopicPartition at = partitions.get(partition);
    OptionalLong known = consumer.currentLag(at);
    return known.isPresent()
        ? known.getAsLong()
        : Math.max(0, endAtStart.getOrDefault(at, 0L) - position(partition));
  }

  /**
   * Returns the next offset, or the last one known if the leader has to be asked and does not
   * answer.
   */
  public long position(int partition) {
    try {
      positions[partition] = consumer.position(partitions.get(partition), Duration.ZERO);
    } catch (TimeoutException e) {
      LOG.trace("{}-{}: its position is not confirmed yet", topic.name(), partition, e);
    }
    return positions[partition];
  }

  /**
   * Returns why a requested offset is missing.
   *
   * @throws TimeoutException if the partition's leader does not report where the log begins
   */
  public MissingOffset missing(OffsetOutOfRangeException missing) {
    TopicPartition at = missing.offsetOutOfRangePartitions().keySet().iterator().next();
    long asked = missing.offsetOutOfRangePartitions().getOrDefault(at, 0L);
    try {
      long begin = consumer.beginningOffsets(List.of(at), ANSWER_PATIENCE).getOrDefault(at, 0L);
      return asked < begin
          ? MissingOffset.trimmed(at, asked, begin)
          : MissingOffset.diverged(missing, at, asked);
    } catch (TimeoutException e) {
      throw e; // trimmed and diverged are both possible
    } catch (KafkaException e) {
      return MissingOffset.other(
          "the log does not have my offset " + at + "@" + asked + " (" + e + ")");
    }
  }

  /** Ends the poll under way, or else the next one. The only method for any thread. */
  public void wakeup() {
    consumer.wakeup();
  }

  @Override
  public void close() {
    consumer.close();
  }
}
