package io.windsock.control.state;

import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.contracts.topic.Topics;
import io.windsock.contracts.wire.CommitPoint;
import io.windsock.contracts.wire.Decision;
import io.windsock.contracts.wire.GatewaySample;
import io.windsock.contracts.wire.LinkSample;
import io.windsock.contracts.wire.Parameters;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.contracts.wire.TopologySample;
import io.windsock.platform.kafka.LogConsumers;
import io.windsock.platform.registry.SchemaIds;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the control, decisions and monitor topics into a {@link ControllerState}. Every controller
 * does, active or not. Owned by the control thread.
 */
public final class ControlTopics implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControlTopics.class);
  private static final Duration POLL_WAIT = Duration.ofMillis(100);

  private static final int TIMEOUT_MS = 10_000;

  /**
   * The key of the parameters in the control topic; the topology ignores parameters under any other
   * key.
   */
  private static final byte[] PARAMETERS = "parameters".getBytes(StandardCharsets.UTF_8);

  /** Each decision is written in a transaction of its own, whose end takes an offset too. */
  private static final long OFFSETS_PER_DECISION = 2;

  /** How far before the end of the decisions topic reading begins, in offsets. */
  private static final long DECISIONS_BACK = OFFSETS_PER_DECISION * ControllerState.MAX_DECISIONS;

  private final Catalogue catalogue;
  private final EventCodec codec;
  private final TopicPartition control;
  private final TopicPartition decisions;
  private final TopicPartition monitor;
  private final ControllerState state;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final SkippedRecords skipped = new SkippedRecords(LOG::warn);

  /**
   * The last commit point read of each topic. They are passed on once the control topic is read to
   * its end: others may follow, and what is read again holds those of before.
   */
  private final Map<String, CommitPoint> lastPoints = new TreeMap<>();

  /** The newest parameters read since the last reading from the control topic's beginning. */
  private @Nullable Parameters newest;

  /**
   * Creates a reader that starts at the control topic's beginning, with the last decisions, and
   * with the samples since the given time.
   *
   * @param kafka the client's properties: at least the bootstrap servers
   * @param samplesSinceMs ms since the epoch
   * @throws KafkaException if the cluster does not answer in time
   */
  public ControlTopics(
      Map<String, Object> kafka,
      Topics topics,
      Catalogue catalogue,
      long samplesSinceMs,
      ControllerState state) {
    this.catalogue = catalogue;
    codec = new EventCodec(catalogue);
    control = new TopicPartition(topics.control(), 0);
    decisions = new TopicPartition(topics.decisions(), 0);
    monitor = new TopicPartition(topics.monitor(), 0);
    this.state = state;
    consumer = open(kafka);
    try {
      begin(samplesSinceMs);
    } catch (RuntimeException e) {
      consumer.close();
      throw e;
    }
  }

  private void begin(long samplesSinceMs) {
    List<TopicPartition> all = List.of(control, decisions, monitor);
    consumer.assign(all);
    consumer.seekToBeginning(List.of(control));
    Map<TopicPartition, Long> ends = consumer.endOffsets(all);
    consumer.seek(decisions, Math.max(0, ends.getOrDefault(decisions, 0L) - DECISIONS_BACK));
    OffsetAndTimestamp since =
        consumer.offsetsForTimes(Map.of(monitor, samplesSinceMs)).get(monitor);
    consumer.seek(monitor, since == null ? ends.getOrDefault(monitor, 0L) : since.offset());
  }

  /**
   * A recreated topic is read from its beginning; stale records in it are recognized by their
   * epoch.
   */
  private static KafkaConsumer<byte[], byte[]> open(Map<String, Object> kafka) {
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, TIMEOUT_MS);
    properties.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, TIMEOUT_MS / 2);
    return LogConsumers.open(properties, LogConsumers.FROM_BEGINNING);
  }

  /** Returns the metrics of its Kafka client; the caller closes them. */
  public KafkaClientMetrics meters() {
    return new KafkaClientMetrics(consumer);
  }

  /** Reads new records, waiting briefly for them. */
  public void poll() {
    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL_WAIT)) {
      if (record.value() != null && !SchemaIds.isKey(record.key())) {
        read(record);
      }
    }
    if (consumer.currentLag(control).orElse(0) <= 0) {
      lastPoints.values().forEach(state::read);
      lastPoints.clear();
    }
    skipped.report();
  }

  /**
   * Returns whether all samples known to exist have been read. After a pause there may be many, and
   * until the newest is read, the oldest ones look current.
   */
  public boolean caughtUp() {
    return consumer.currentLag(monitor).orElse(0) <= 0;
  }

  /**
   * Reads the control topic again from its beginning, and all three topics to their current ends.
   *
   * @param patience the maximum time to take
   * @return whether it reached the ends
   */
  public boolean readAll(Duration patience) {
    long deadlineNs = System.nanoTime() + patience.toNanos();
    newest = null;
    lastPoints.clear();
    consumer.seekToBeginning(List.of(control));
    Map<TopicPartition, Long> ends = ends();
    while (System.nanoTime() < deadlineNs) {
      boolean there =
          ends.entrySet().stream()
              .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
      if (there) {
        return true;
      }
      poll();
    }
    return false;
  }

  /**
   * Returns the newest parameters in the control topic as of {@link #readAll}; null if there are
   * none.
   */
  public @Nullable Parameters newest() {
    return newest;
  }

  private Map<TopicPartition, Long> ends() {
    try {
      return consumer.endOffsets(consumer.assignment());
    } catch (TimeoutException e) {
      throw new KafkaException(
          "the ends of "
              + List.of(control.topic(), decisions.topic(), monitor.topic())
              + " can't be read; if one is missing, windsock topics create",
          e);
    }
  }

  private void read(ConsumerRecord<byte[], byte[]> record) {
    try {
      long atMs = record.timestamp();
      String type = catalogue.typeName(record.value());
      if (!belongs(type, record)) {
        throw new UndecodableException("a record of another type");
      }
      switch (type) {
        case "Parameters" -> read(decode(record, Parameters.class));
        case "CommitPoint" -> read(decode(record, CommitPoint.class));
        case "Decision" -> state.read(decode(record, Decision.class));
        case "SiteSample" -> state.read(decode(record, SiteSample.class), atMs);
        case "TopologySample" -> state.read(decode(record, TopologySample.class), atMs);
        case "GatewaySample" -> state.read(decode(record, GatewaySample.class), atMs);
        case "LinkSample" -> state.read(decode(record, LinkSample.class), atMs);
        default -> throw new UndecodableException("a record of another type");
      }
    } catch (UndecodableException e) {
      skipped.add(record.topic(), record.offset(), String.valueOf(e.getMessage()));
    }
  }

  private void read(Parameters parameters) {
    if (newest == null || parameters.getEpoch() > newest.getEpoch()) {
      newest = parameters;
    }
    state.read(parameters);
  }

  private void read(CommitPoint point) {
    lastPoints.put(point.getTopic(), point);
  }

  /** Returns whether records of that type belong in that topic. */
  private boolean belongs(String type, ConsumerRecord<byte[], byte[]> record) {
    return switch (type) {
      case "Parameters" ->
          record.topic().equals(control.topic()) && Arrays.equals(record.key(), PARAMETERS);
      case "CommitPoint" -> record.topic().equals(control.topic());
      case "Decision" -> record.topic().equals(decisions.topic());
      default -> record.topic().equals(monitor.topic());
    };
  }

  private <T extends SpecificRecord> T decode(ConsumerRecord<byte[], byte[]> record, Class<T> type)
      throws UndecodableException {
    return codec.decode(record.value(), type);
  }

  @Override
  public void close() {
    consumer.close();
  }
}
