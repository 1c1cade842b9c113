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
 * Follows all partitions of a topic from where it is told to, and never resets a position by
 * itself: an offset that the log does not have is an exception, which {@link #missing} explains.
 * One thread owns it; {@link #wakeup} is for any.
 */
public final class LogReader implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LogReader.class);
  private static final String NO_METADATA = "";

  /** How long its thread waits at the most to learn why an offset is missing. */
  private static final Duration ANSWER_PATIENCE = Duration.ofSeconds(5);

  private final LogTopic topic;
  private final List<TopicPartition> partitions;
  private final Consumer<byte[], byte[]> consumer;
  private final Map<TopicPartition, Long> endAtStart = new HashMap<>();
  private final long[] positions;

  /**
   * A reader.
   *
   * @param consumer reads committed records and resets nothing ({@link
   *     LogConsumers#WITHOUT_RESET}); closed with the reader
   */
  public LogReader(LogTopic topic, Consumer<byte[], byte[]> consumer) {
    this.topic = topic;
    this.consumer = consumer;
    partitions = topic.all();
    consumer.assign(partitions);
    positions = new long[partitions.size()];
  }

  /** The client, for what is not reading: commits, metrics. */
  public Consumer<byte[], byte[]> consumer() {
    return consumer;
  }

  /** The topic. */
  public LogTopic topic() {
    return topic;
  }

  /** Its partitions, by number. */
  public List<TopicPartition> partitions() {
    return partitions;
  }

  /** The position at which the log begins now. */
  public Token beginning() {
    Map<TopicPartition, Long> offsets = consumer.beginningOffsets(partitions);
    long[] next = new long[partitions.size()];
    for (TopicPartition at : partitions) {
      next[at.partition()] = offsets.getOrDefault(at, 0L);
    }
    return new Token(topic.epoch(), next);
  }

  /** Whether a log that begins there has lost nothing. */
  public static boolean isUntrimmed(Token beginning) {
    for (int p = 0; p < beginning.partitions(); p++) {
      if (beginning.next(p) > 0) {
        return false;
      }
    }
    return true;
  }

  /** Commits a position for the group, and waits for it. */
  public void commit(Token position) {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    for (TopicPartition at : partitions) {
      offsets.put(at, new OffsetAndMetadata(position.next(at.partition())));
    }
    consumer.commitSync(offsets);
  }

  /**
   * Reads on from {@code from}.
   *
   * @param leaders by partition, the epoch of the leader that appended the last record read before,
   *     where it is known: then the first poll asks the present leader whether it still has that
   */
  public void start(Token from, IntFunction<Optional<Integer>> leaders) {
    endAtStart.putAll(consumer.endOffsets(partitions));
    for (TopicPartition at : partitions) {
      int p = at.partition();
      consumer.seek(at, new OffsetAndMetadata(from.next(p), leaders.apply(p), NO_METADATA));
      positions[p] = from.next(p);
    }
  }

  /** What has come; waits so long for it at the most. */
  public ConsumerRecords<byte[], byte[]> poll(Duration wait) {
    return consumer.poll(wait);
  }

  /**
   * Offsets between here and the end of a partition, as far as the consumer knows it; to what was
   * its end at the start, until it does.
   */
  public long lag(int partition) {
    TopicPartition at = partitions.get(partition);
    OptionalLong known = consumer.currentLag(at);
    return known.isPresent()
        ? known.getAsLong()
        : Math.max(0, endAtStart.getOrDefault(at, 0L) - position(partition));
  }

  /** The next offset; the last one known, while a leader that does not answer has to be asked. */
  public long position(int partition) {
    try {
      positions[partition] = consumer.position(partitions.get(partition), Duration.ZERO);
    } catch (TimeoutException e) {
      LOG.trace("{}-{}: its position is not confirmed yet", topic.name(), partition, e);
    }
    return positions[partition];
  }

  /**
   * Why an offset that this reader asked for is not there.
   *
   * @throws TimeoutException if the partition's leader does not say where the log begins
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
      throw e; // it may have been trimmed, and may have diverged
    } catch (KafkaException e) {
      return MissingOffset.other(
          "the log does not have my offset " + at + "@" + asked + " (" + e + ")");
    }
  }

  /** Makes a poll that is under way, or the next one, end. The one method for any thread. */
  public void wakeup() {
    consumer.wakeup();
  }

  @Override
  public void close() {
    consumer.close();
  }
}
