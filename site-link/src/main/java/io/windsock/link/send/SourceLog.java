package io.windsock.link.send;

import io.windsock.link.batch.Assembly;
import io.windsock.link.transport.LostException;
import io.windsock.link.transport.Opened;
import io.windsock.link.transport.SourceTopic;
import io.windsock.platform.copy.LinkPosition;
import io.windsock.platform.copy.LinkTopic;
import io.windsock.platform.kafka.LogConsumers;
import io.windsock.platform.kafka.LogTopic;
import io.windsock.platform.kafka.MissingOffset;
import io.windsock.platform.kafka.TopicWatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The topics of a link at the source, read from where the target is. It never resets a position.
 * Owned by the sender's thread.
 */
final class SourceLog implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SourceLog.class);

  /** What is too much for a batch waits in memory for the next one. */
  private static final int POLL_RECORDS = 1_000;

  private static final int FETCH_BYTES = 16 << 20;
  private static final int PARTITION_FETCH_BYTES = 2 << 20;
  private static final int SOCKET_BYTES = 1 << 20;
  private static final long WATCH_MS = 2_000;
  private static final String NO_METADATA = "";
  private static final Duration PATIENCE = Duration.ofSeconds(15);
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(2);

  private final Admin admin;
  private final Consumer<byte[], byte[]> consumer;
  private final List<LogTopic> topics;
  private final SourceBeginnings beginnings;
  private final List<TopicWatch> watches = new ArrayList<>();
  private final Map<TopicPartition, Long> positions = new HashMap<>();
  private final LeaderEpochs leaders = new LeaderEpochs();
  private final CopiedOffsets copied;

  /** The partitions of which the target had something when reading began. */
  private Set<TopicPartition> had = Set.of();

  private SourceLog(
      SenderConfig config,
      Admin admin,
      Consumer<byte[], byte[]> consumer,
      List<LogTopic> topics,
      SourceBeginnings beginnings) {
    this.admin = admin;
    this.consumer = consumer;
    this.topics = topics;
    this.beginnings = beginnings;
    copied = new CopiedOffsets(config, consumer, leaders);
    for (LogTopic topic : topics) {
      watches.add(new TopicWatch(admin, topic.name(), WATCH_MS, topic.incarnation()));
    }
  }

  /**
   * Opens the topics.
   *
   * @throws SourceException if they have more partitions than a link can copy
   * @throws KafkaException if the source does not answer or lacks a topic
   */
  static SourceLog open(SenderConfig config, Duration patience) throws SourceException {
    Map<String, Object> kafka = config.kafka();
    Admin admin = Admin.create(kafka);
    try {
      List<LogTopic> topics = new ArrayList<>();
      for (String name : config.topics()) {
        topics.add(LogTopic.find(admin, name, patience));
      }
      requireFew(topics);
      SourceBeginnings beginnings = SourceBeginnings.read(kafka, admin, List.copyOf(topics));
      Consumer<byte[], byte[]> consumer =
          LogConsumers.open(properties(config.link(), kafka), LogConsumers.NO_RESET);
      return new SourceLog(config, admin, consumer, List.copyOf(topics), beginnings);
    } catch (RuntimeException | SourceException e) {
      admin.close(Duration.ZERO); // a source that is away would delay the reason
      throw e;
    }
  }

  /** The receiver would refuse them in each session anew. */
  static void requireFew(List<LogTopic> topics) throws SourceException {
    int partitions = topics.stream().mapToInt(LogTopic::partitions).sum();
    if (partitions > LinkPosition.MAX_PARTITIONS) {
      throw new SourceException(
          "the topics %s have %d partitions together, and the most that a link can copy is %d: copy some of them by a link of another name"
              .formatted(
                  topics.stream().map(LogTopic::name).toList(),
                  partitions,
                  LinkPosition.MAX_PARTITIONS));
    }
  }

  private static Map<String, Object> properties(String link, Map<String, Object> kafka) {
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.put(ConsumerConfig.GROUP_ID_CONFIG, LinkTopic.name(link));
    properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, POLL_RECORDS);
    properties.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES);
    properties.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, PARTITION_FETCH_BYTES);
    properties.put(ConsumerConfig.RECEIVE_BUFFER_CONFIG, SOCKET_BYTES);
    return properties;
  }

  /**
   * Returns the topics, as the receiver is to know them.
   *
   * @throws KafkaException if the source does not say where they end
   */
  List<SourceTopic> topics() {
    Map<TopicPartition, ListOffsetsResultInfo> ends = ends(all());
    return topics.stream()
        .map(
            topic ->
                new SourceTopic(
                    topic.name(),
                    topic.id(),
                    topic.partitions(),
                    beginnings.incomplete(topic),
                    topic.all().stream()
                        .map(partition -> Objects.requireNonNull(ends.get(partition)).offset())
                        .toList()))
        .toList();
  }

  private List<TopicPartition> all() {
    List<TopicPartition> all = new ArrayList<>();
    topics.forEach(topic -> all.addAll(topic.all()));
    return all;
  }

  /**
   * Begins to read where the target is; at the log's beginning in partitions of which it has
   * nothing. Where these begin is part of the first batch, so that the target knows it from then
   * on.
   *
   * @return an assembly at these positions
   * @throws SourceException if the source does not have the next offset of a partition, lacks
   *     records before it that it had, or has another link of this name
   */
  Assembly begin(Opened opened) throws SourceException {
    List<TopicPartition> all = all();
    consumer.assign(all);
    had = opened.next().keySet();
    Map<TopicPartition, Long> firsts = consumer.beginningOffsets(all);
    Map<TopicPartition, ListOffsetsResultInfo> ends = ends(all);
    for (TopicPartition partition : all) {
      long beginning = firsts.getOrDefault(partition, 0L);
      long next = opened.next().getOrDefault(partition, beginning);
      if (next < beginning) {
        throw SourceException.trimmed(MissingOffset.trimmed(partition, next, beginning));
      }
      ListOffsetsResultInfo end = Objects.requireNonNull(ends.get(partition));
      if (next > end.offset()) {
        throw SourceException.ended(partition, end.offset(), next);
      }
      leaders.add(partition, end.leaderEpoch());
      positions.put(partition, next);
    }
    seek(opened);
    copied.add(positions);
    Assembly assembly = new Assembly(positions);
    for (TopicPartition partition : all) {
      if (!opened.next().containsKey(partition)) {
        assembly.begin(partition);
        warnIfIncomplete(partition);
      }
    }
    return assembly;
  }

  /**
   * The check needs a position in each partition: one that was added is not committed yet, and the
   * consumer would not answer for the others either.
   */
  private void seek(Opened opened) throws SourceException {
    seekPositions();
    copied.check(positions, opened.next().keySet());
    seekPositions();
  }

  /** The leaders' epochs let the consumer notice a log that has lost records. */
  private void seekPositions() {
    positions.forEach(
        (partition, next) -> consumer.seek(partition, leaders.at(partition, next, NO_METADATA)));
  }

  /** Returns where what is committed ends, with the epochs of the leaders who say so. */
  private Map<TopicPartition, ListOffsetsResultInfo> ends(List<TopicPartition> partitions) {
    Map<TopicPartition, OffsetSpec> specs = new HashMap<>();
    partitions.forEach(partition -> specs.put(partition, OffsetSpec.latest()));
    ListOffsetsOptions committed = new ListOffsetsOptions(IsolationLevel.READ_COMMITTED);
    try {
      return admin
          .listOffsets(specs, committed)
          .all()
          .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new KafkaException("the source: " + e.getCause(), e);
    } catch (TimeoutException e) {
      throw new KafkaException(
          "the source did not say within %d s where it ends".formatted(PATIENCE.toSeconds()), e);
    } catch (InterruptedException e) {
      throw new InterruptException("interrupted while asking where the source ends", e);
    }
  }

  /** What the source lacks never reaches the target; sites there need a snapshot. */
  private void warnIfIncomplete(TopicPartition partition) {
    long first = positions.getOrDefault(partition, 0L);
    if (first > 0 || beginnings.isIncomplete(partition)) {
      LOG.warn(
          "{} begins at {}: {}; mirrors at the target start from a snapshot of one here (--peer)",
          partition,
          first,
          first > 0
              ? "records before that were trimmed"
              : "it is itself a copy without its beginning");
    }
  }

  /** Returns by partition the offset at which reading has begun. */
  Map<TopicPartition, Long> positions() {
    return Map.copyOf(positions);
  }

  /**
   * Returns new records, waiting up to {@code wait} for them.
   *
   * @throws SourceException if the source no longer has the next offset of a partition
   * @throws LostException if the target has to be told first where a copy begins, or the source was
   *     trimmed while a copy began
   */
  ConsumerRecords<byte[], byte[]> poll(Duration wait) throws SourceException, LostException {
    ConsumerRecords<byte[], byte[]> polled = read(wait);
    beginnings.check(polled.partitions());
    return polled;
  }

  private ConsumerRecords<byte[], byte[]> read(Duration wait)
      throws SourceException, LostException {
    try {
      ConsumerRecords<byte[], byte[]> polled = consumer.poll(wait);
      leaders.read(polled);
      return polled;
    } catch (LogTruncationException e) {
      throw SourceException.diverged(e);
    } catch (OffsetOutOfRangeException e) {
      throw missing(e);
    }
  }

  private SourceException missing(OffsetOutOfRangeException e) throws LostException {
    Map<TopicPartition, Long> asked = e.offsetOutOfRangePartitions();
    Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(asked.keySet());
    for (Map.Entry<TopicPartition, Long> next : asked.entrySet()) {
      long beginning = beginnings.getOrDefault(next.getKey(), 0L);
      if (next.getValue() < beginning) {
        requireHad(next.getKey(), beginning);
        return SourceException.trimmed(
            MissingOffset.trimmed(next.getKey(), next.getValue(), beginning));
      }
    }
    return new SourceException("the source no longer has " + asked);
  }

  /**
   * Trimming does not wait for a link before its first commit. If the target has nothing of the
   * partition, the next session begins where the log begins by then; if the first batch is there
   * that says where the copy begins, the next session finds that its next offset is gone.
   */
  private void requireHad(TopicPartition partition, long beginning) throws LostException {
    if (!had.contains(partition)) {
      throw new LostException(
          "%s was trimmed up to %d while the link began to copy it".formatted(partition, beginning),
          false);
    }
  }

  /** Takes in, by partition, the offset after what the target has. */
  void copied(Map<TopicPartition, Long> next) {
    copied.add(next);
  }

  /**
   * Looks whether the topics are still the same, and commits what is copied. Never blocks.
   *
   * @param nowMs monotonic ms
   * @throws SourceException if one is not
   */
  void watch(long nowMs) throws SourceException {
    copied.work(nowMs);
    for (int i = 0; i < topics.size(); i++) {
      TopicWatch watch = watches.get(i);
      LogTopic topic = topics.get(i);
      if (watch.work(nowMs) && !watch.current().equals(topic.incarnation())) {
        throw SourceException.changed(topic, watch.current());
      }
    }
  }

  @Override
  public void close() {
    copied.close();
    try {
      consumer.close(CloseOptions.timeout(CLOSE_PATIENCE)); // commits may be on their way
    } finally {
      admin.close(Duration.ZERO); // as it is only asked, nothing is lost
    }
  }
}
