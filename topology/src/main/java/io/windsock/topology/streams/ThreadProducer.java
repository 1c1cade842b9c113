package io.windsock.topology.streams;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.errors.StreamsException;
import org.jspecify.annotations.Nullable;

/**
 * The producer of one of Streams' threads, which tracks whether its transaction is open. While it
 * is, a task may send without Streams' record collector: a failed send fails the transaction, and
 * Streams learns of it when it flushes or commits. Used by that thread; the producer's own thread
 * reports failed sends.
 */
final class ThreadProducer extends KafkaProducer<byte[], byte[]> {
  /**
   * The timeout of a close: committed records need no waiting, and failed ones deserve no longer
   * wait.
   */
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  /**
   * Shared by all records; Streams creates a callback per record, which dominates its send cost.
   */
  private final Callback sent = (metadata, failure) -> noteFault(failure);

  private boolean open;
  private volatile @Nullable Exception fault;

  ThreadProducer(Map<String, Object> config) {
    super(config, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /**
   * Sends within the open transaction.
   *
   * @return whether the record was sent; false if there is no open transaction or the producer
   *     refuses, in which case the caller must send through Streams, which handles the refusal
   */
  boolean trySend(ProducerRecord<byte[], byte[]> record) {
    if (!open) {
      return false;
    }
    try {
      var unused = send(record, sent);
      return true;
    } catch (KafkaException e) {
      open = false;
      return false;
    }
  }

  private void noteFault(@Nullable Exception failure) {
    if (failure != null && fault == null) {
      fault = failure;
    }
  }

  @Override
  public void beginTransaction() {
    fault = null;
    super.beginTransaction();
    open = true;
  }

  @Override
  public void commitTransaction() {
    open = false;
    super.commitTransaction();
  }

  @Override
  public void abortTransaction() {
    open = false;
    super.abortTransaction();
  }

  @Override
  public void flush() {
    throwFault();
    super.flush();
  }

  @Override
  public void close() {
    close(CLOSE_TIMEOUT);
  }

  @Override
  public void close(Duration timeout) {
    open = false;
    super.close(timeout);
  }

  /**
   * Does not wait for records in flight once a send has failed: the transaction is lost, and
   * waiting could take as long as the delivery timeout. If the producer was fenced, Kafka throws
   * its own exception, which Streams recognizes.
   */
  private void throwFault() {
    Exception failure = fault;
    boolean replaced =
        failure instanceof ProducerFencedException
            || failure instanceof InvalidProducerEpochException;
    if (failure != null && !replaced) {
      throw new StreamsException("a record could not be sent: " + failure.getMessage(), failure);
    }
  }
}
