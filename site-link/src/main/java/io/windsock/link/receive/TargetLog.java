package io.windsock.link.receive;

import io.windsock.contracts.query.codec.MalformedBatchException;
import io.windsock.link.batch.OffsetRange;
import io.windsock.link.batch.TargetRun;
import io.windsock.link.stage.RefusedFrameException;
import io.windsock.link.transport.Open;
import io.windsock.platform.kafka.LogConsumers;
import io.windsock.platform.kafka.LogReplay;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The target cluster, as one session of a link writes it. Opening it fences the sessions before:
 * they share a transactional id. Opened and closed by the session's thread; written by one thread.
 */
final class TargetLog implements AutoCloseable {
  private static final int TRANSACTION_MS = 60_000;
  private static final int BATCH_BYTES = 256 << 10;
  private static final long BUFFER_BYTES = 128L << 20;
  private static final int MAX_REQUEST_BYTES = 32 << 20;
  private static final Duration PATIENCE = Duration.ofSeconds(15);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);
  private static final byte[] KEY = {'p'};

  private final String control;
  private final KafkaProducer<byte[], byte[]> producer;
  private LinkPosition position;

  private TargetLog(String control, KafkaProducer<byte[], byte[]> producer, LinkPosition position) {
    this.control = control;
    this.producer = producer;
    this.position = position;
  }

  /** Returns the link's topic at the target. */
  static String controlTopic(String link) {
    return "windsock.link." + link;
  }

  /**
   * Opens the target for a new session, whose epoch is committed before this returns.
   *
   * @param kafka the clients' properties: at least the bootstrap servers
   * @throws RefusedLinkException if a topic is not as it must be
   * @throws KafkaException if the target does not answer
   */
  static TargetLog open(Map<String, Object> kafka, Open open) throws RefusedLinkException {
    String control = controlTopic(open.link());
    try (Admin admin = Admin.create(kafka)) {
      TargetTopics topics = new TargetTopics(admin);
      topics.createControl(control);
      int batchBytes = topics.batchBytes(open.topics(), BATCH_BYTES);
      KafkaProducer<byte[], byte[]> producer = producer(kafka, control, batchBytes);
      try {
        producer.initTransactions();
        LinkPosition last = read(kafka, control);
        TargetLog log = new TargetLog(control, producer, last);
        log.commit(List.of(), last.opened(topics.prepare(open.topics(), last)));
        return log;
      } catch (RuntimeException | RefusedLinkException e) {
        producer.close(CLOSE_TIMEOUT);
        throw e;
      }
    }
  }

  private static KafkaProducer<byte[], byte[]> producer(
      Map<String, Object> kafka, String id, int batchBytes) {
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, id);
    properties.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_MS);
    properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, TRANSACTION_MS);
    properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, TRANSACTION_MS / 2);
    properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, TRANSACTION_MS);
    properties.put(ProducerConfig.LINGER_MS_CONFIG, 2);
    properties.put(ProducerConfig.BATCH_SIZE_CONFIG, batchBytes);
    properties.put(ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES);
    properties.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MAX_REQUEST_BYTES);
    ByteArraySerializer bytes = new ByteArraySerializer();
    return new KafkaProducer<>(properties, bytes, bytes);
  }

  /**
   * Reads the last position. The link's topic is written by this link alone, and no transaction of
   * it is open now, so all of it can be read.
   */
  private static LinkPosition read(Map<String, Object> kafka, String control) {
    List<byte[]> last = new ArrayList<>();
    TopicPartition partition = new TopicPartition(control, 0);
    try (var consumer = LogConsumers.open(kafka, LogConsumers.NO_RESET)) {
      consumer.assign(List.of(partition));
      Map<TopicPartition, Long> ends = consumer.endOffsets(List.of(partition), PATIENCE);
      LogReplay.fromBeginning(
          consumer,
          ends,
          PATIENCE,
          record -> {
            last.clear();
            last.add(record.value());
          });
    }
    try {
      return last.isEmpty() ? LinkPosition.NONE : LinkPosition.decode(last.get(0));
    } catch (MalformedBatchException e) {
      throw new KafkaException("topic '" + control + "' is unreadable: " + e.getMessage(), e);
    }
  }

  /** Returns what the target has. */
  LinkPosition position() {
    return position;
  }

  /**
   * Commits a batch together with its source offsets.
   *
   * @param number its number
   * @param parts its parts, in order
   * @throws RefusedFrameException if it does not follow what the target has; nothing is written
   * @throws KafkaException if it was not committed, or that is unknown; this log is then unusable
   */
  void write(long number, List<TargetRun[]> parts) throws RefusedFrameException {
    Map<TopicPartition, Long> next = new HashMap<>();
    List<TargetRun> all = new ArrayList<>();
    for (TargetRun[] part : parts) {
      for (TargetRun run : part) {
        check(run.range(), next);
        next.put(run.range().partition(), run.range().next());
        all.add(run);
      }
    }
    commit(all, position.after(number, next));
  }

  private void check(OffsetRange range, Map<TopicPartition, Long> earlier)
      throws RefusedFrameException {
    TopicPartition partition = range.partition();
    Long expected = earlier.get(partition);
    if (expected == null) {
      expected = position.next().get(partition);
    }
    if (!position.topics().containsKey(partition.topic())) {
      throw new RefusedFrameException(
          RefusedFrameException.Reason.MALFORMED, range + " is of no topic of this link");
    }
    if (expected != null && expected != range.from()) {
      throw new RefusedFrameException(
          RefusedFrameException.Reason.GAP,
          "%s does not follow: the target has %s up to %d".formatted(range, partition, expected));
    }
  }

  private void commit(List<TargetRun> runs, LinkPosition then) {
    FirstFailure failure = new FirstFailure();
    try {
      producer.beginTransaction();
      for (TargetRun run : runs) {
        for (ProducerRecord<byte[], byte[]> record : run.records()) {
          // A failed send fails the commit.
          var unused = producer.send(record, failure);
        }
      }
      var unused = producer.send(new ProducerRecord<>(control, 0, KEY, then.encode()), failure);
      producer.commitTransaction();
    } catch (InterruptException e) {
      throw e;
    } catch (KafkaException e) {
      throw failure.explain(e);
    }
    position = then;
  }

  /** Closes the client, also on a thread that was interrupted. */
  @Override
  public void close() {
    boolean interrupted = Thread.interrupted();
    producer.close(CLOSE_TIMEOUT);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
