package io.windsock.site.apply;

import io.windsock.contracts.position.Token;
import io.windsock.platform.time.Clocks;
import io.windsock.site.state.LeaderEpochs;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads all partitions of an output topic, committed records only, from where it is told to. Never
 * resets a position by itself. Owned by the apply thread.
 */
public final class LogReader implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LogReader.class);

  /** Records of one poll at the most: bounds a batch. */
  static final int MAX_POLL_RECORDS = 4000;

  private static final String NO_METADATA = "";
  private static final int FETCH_BYTES = 16 * 1024 * 1024;
  private static final int RECEIVE_BUFFER_BYTES = 1024 * 1024;

  /** While the apply thread waits for an answer it applies nothing. */
  private static final Duration ANSWER_PATIENCE = Duration.ofSeconds(5);

  private final OutputTopic topic;
  private final List<TopicPartition> partitions;
  private final Consumer<byte[], byte[]> consumer;
  private final Map<TopicPartition, Long> endAtStart = new HashMap<>();
  private final long[] positions;

  /**
   * A reader.
   *
   * @param kafka the client's properties: at least the bootstrap servers and the group
   */
  LogReader(OutputTopic topic, Map<String, Object> kafka) {
    this.topic = topic;
    partitions = topic.all();
    ByteArrayDeserializer bytes = new ByteArrayDeserializer();
    consumer = new KafkaConsumer<>(properties(kafka), bytes, bytes);
    consumer.assign(partitions);
    positions = new long[partitions.size()];
  }

  /**
   * The properties of a site's consumer.
   *
   * @param kafka what is set beside them
   */
  public static Map<String, Object> properties(Map<String, Object> kafka) {
    Map<String, Object> properties = new HashMap<>();
    properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, MAX_POLL_RECORDS);
    properties.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES);
    properties.put(ConsumerConfig.RECEIVE_BUFFER_CONFIG, RECEIVE_BUFFER_BYTES);
    properties.putAll(kafka);
    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    return properties;
  }

  Consumer<?, ?> consumer() {
    return consumer;
  }

  OutputTopic topic() {
    return topic;
  }

  List<TopicPartition> partitions() {
    return partitions;
  }

  /** The position at which the log begins now. */
  Token beginning() {
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
  void commit(Token position) {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    for (TopicPartition at : partitions) {
      offsets.put(at, new OffsetAndMetadata(position.next(at.partition())));
    }
    consumer.commitSync(offsets);
  }

  /**
   * Reads on from {@code from}. Where the leader's epoch is known, the first poll asks the present
   * leader whether its log still has what was read before.
   */
  void start(Token from, LeaderEpochs leaders) {
    endAtStart.putAll(consumer.endOffsets(partitions));
    for (TopicPartition at : partitions) {
      int p = at.partition();
      consumer.seek(at, new OffsetAndMetadata(from.next(p), leaders.of(p), NO_METADATA));
      positions[at.partition()] = from.next(at.partition());
    }
  }

  ConsumerRecords<byte[], byte[]> poll(Duration wait) {
    return consumer.poll(wait);
  }

  /**
   * Offsets between here and the end of the log, as far as the consumer or the partitions' leaders
   * know it; what was its end at the start, until it is known.
   */
  ReadyQueue ready(ReadyQueue before, EndWatch watch, Outages outages, Clocks clock) {
    long nowMs = clock.wallMs();
    long monotonicMs = clock.monotonicMs();
    long[] lengths = new long[partitions.size()];
    long[] ends = new long[partitions.size()];
    long[] cutOffSinceMs = new long[partitions.size()];
    for (TopicPartition at : partitions) {
      int p = at.partition();
      long position = position(at);
      long known = Math.max(0, watch.end(p) - position);
      lengths[p] = Math.max(known, lag(at, position));
      ends[p] = position + lengths[p];
      if (watch.silent(p)) {
        outages.silent(p, watch.knownMs(p), before.offsets(p));
      } else {
        outages.answered(p, watch.end(p), position);
      }
      long sinceMs = outages.sinceMs(p);
      cutOffSinceMs[p] = sinceMs == Outages.NONE ? 0 : nowMs - (monotonicMs - sinceMs);
    }
    return before.measured(lengths, ends, cutOffSinceMs, nowMs);
  }

  private long lag(TopicPartition at, long position) {
    OptionalLong known = consumer.currentLag(at);
    return known.isPresent()
        ? known.getAsLong()
        : Math.max(0, endAtStart.getOrDefault(at, 0L) - position);
  }

  /** Where the consumer is; where it was, while it has to ask a leader that does not answer. */
  private long position(TopicPartition at) {
    try {
      positions[at.partition()] = consumer.position(at, Duration.ZERO);
    } catch (TimeoutException e) {
      LOG.trace("{}: its position is not confirmed yet", at, e);
    }
    return positions[at.partition()];
  }

  /** What became of an offset that the log does not have. */
  enum Loss {
    /** It was trimmed away. */
    TRIMMED,
    /** The log has lost it, and may have other records in its place. */
    DIVERGED,
    /** Not known, or all of the topic is another. */
    OTHER
  }

  /** Why the log does not have an offset that was asked for. */
  record Missing(Loss loss, String reason) {}

  /**
   * Why an offset that this reader asked for is not there.
   *
   * @throws TimeoutException if the partition's leader does not say where the log begins
   */
  Missing missing(OffsetOutOfRangeException missing) {
    TopicPartition at = missing.offsetOutOfRangePartitions().keySet().iterator().next();
    long asked = missing.offsetOutOfRangePartitions().getOrDefault(at, 0L);
    try {
      long begin = consumer.beginningOffsets(List.of(at), ANSWER_PATIENCE).getOrDefault(at, 0L);
      return asked < begin ? trimmed(at, asked, begin) : diverged(missing, at, asked);
    } catch (TimeoutException e) {
      throw e; // it may have been trimmed, and may have diverged
    } catch (KafkaException e) {
      return new Missing(
          Loss.OTHER, "the log does not have my offset " + at + "@" + asked + " (" + e + ")");
    }
  }

  static Missing trimmed(TopicPartition at, long asked, long begin) {
    return new Missing(
        Loss.TRIMMED,
        "my offset was trimmed away: next is "
            + at
            + "@"
            + asked
            + ", and the log begins at "
            + begin
            + "; another site's snapshot is needed");
  }

  private static Missing diverged(
      OffsetOutOfRangeException missing, TopicPartition at, long asked) {
    OffsetAndMetadata from =
        missing instanceof LogTruncationException known ? known.divergentOffsets().get(at) : null;
    return new Missing(
        Loss.DIVERGED,
        "the log has lost records that this site applied: it applied "
            + at
            + " up to offset "
            + asked
            + ", and the log "
            + (from == null ? "ends before that" : "differs from offset " + from.offset() + " on"));
  }

  /** Makes a poll that is under way, or the next one, end. The one method for any thread. */
  void wakeup() {
    consumer.wakeup();
  }

  @Override
  public void close() {
    consumer.close();
  }
}
