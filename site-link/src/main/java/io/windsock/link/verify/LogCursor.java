package io.windsock.link.verify;

import io.windsock.platform.kafka.LogConsumers;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Reads the committed records of one partition in order, up to an end. One thread owns it. */
final class LogCursor implements AutoCloseable {
  /** How long the log may give nothing before its end, or before that is asked. */
  static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final Duration POLL = Duration.ofMillis(100);
  private static final int POLL_RECORDS = 5_000;
  private static final int FETCH_BYTES = 8 << 20;

  private final Consumer<byte[], byte[]> consumer;
  private final TopicPartition partition;
  private final String side;
  private final long end;
  private Iterator<ConsumerRecord<byte[], byte[]>> polled = Collections.emptyIterator();

  /**
   * Opens a cursor.
   *
   * @param side which cluster it is, for messages
   * @param from the offset at which it begins
   * @param end the offset before which it ends; {@link Long#MAX_VALUE} to end where the log does,
   *     which is asked when nothing has come for {@link #PATIENCE}
   */
  LogCursor(Map<String, Object> kafka, String side, TopicPartition partition, long from, long end) {
    this.side = side;
    this.partition = partition;
    this.end = end;
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, POLL_RECORDS);
    properties.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES);
    properties.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, FETCH_BYTES);
    consumer = LogConsumers.open(properties, LogConsumers.NO_RESET);
    consumer.assign(List.of(partition));
    seek(from);
  }

  /** Continues at another offset. */
  void seek(long offset) {
    polled = Collections.emptyIterator();
    consumer.seek(partition, offset);
  }

  /**
   * Returns the next record, or null at the end.
   *
   * @throws VerifyException if the log does not reach its end, or was trimmed past this cursor
   * @throws org.apache.kafka.common.KafkaException if the log gives nothing, and its leader does
   *     not say where it ends
   */
  @Nullable ConsumerRecord<byte[], byte[]> next() throws VerifyException {
    if (!polled.hasNext() && !poll()) {
      return null;
    }
    ConsumerRecord<byte[], byte[]> record = polled.next();
    return record.offset() < end ? record : null;
  }

  private boolean poll() throws VerifyException {
    long until = end;
    long deadlineNs = System.nanoTime() + PATIENCE.toNanos();
    while (!polled.hasNext() && consumer.position(partition) < until) {
      try {
        polled = consumer.poll(POLL).iterator();
      } catch (OffsetOutOfRangeException e) {
        throw new VerifyException(
            "%s was trimmed at the %s while it was read: verify again".formatted(partition, side));
      }
      if (!polled.hasNext() && System.nanoTime() - deadlineNs > 0) {
        until = end(until);
        deadlineNs = System.nanoTime() + PATIENCE.toNanos();
      }
    }
    return polled.hasNext();
  }

  /** Returns where a log ends that gives nothing: it may be away, and lack nothing. */
  private long end(long known) throws VerifyException {
    if (known == Long.MAX_VALUE) {
      return consumer.endOffsets(List.of(partition), PATIENCE).getOrDefault(partition, 0L);
    }
    throw new VerifyException(
        "%s gives nothing at the %s from offset %d on, and its end is %d"
            .formatted(partition, side, consumer.position(partition), known));
  }

  @Override
  public void close() {
    consumer.close();
  }
}
