package io.windsock.topology.streams;

import java.time.Duration;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.streams.errors.StreamsException;
import org.jspecify.annotations.Nullable;

/**
 * The producer of one of Streams' threads, and whether its transaction is open. While it is, a task
 * may send without Streams' record collector: a send that fails fails the transaction, and Streams
 * learns of it when it flushes or commits. Used by that thread; the producer's own thread tells of
 * failed sends.
 */
final class ThreadProducer extends ForwardingProducer {
  /** What has been committed is not waited for; and what has failed is not waited for longer. */
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  private final Producer<byte[], byte[]> producer;

  /** One for all records: a callback a record is what makes Streams' way of sending dear. */
  private final Callback sent = (metadata, failure) -> noteFault(failure);

  private boolean open;
  private volatile @Nullable Exception fault;

  ThreadProducer(Producer<byte[], byte[]> producer) {
    super(producer);
    this.producer = producer;
  }

  /**
   * Sends within the open transaction.
   *
   * @return whether it was sent; false if there is no open transaction, or the producer refuses:
   *     then Streams must be asked to send, and knows what a refusal means
   */
  boolean trySend(ProducerRecord<byte[], byte[]> record) {
    if (!open) {
      return false;
    }
    try {
      var unused = producer.send(record, sent);
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
    producer.beginTransaction();
    open = true;
  }

  @Override
  public void commitTransaction() {
    open = false;
    producer.commitTransaction();
  }

  @Override
  public void abortTransaction() {
    open = false;
    producer.abortTransaction();
  }

  @Override
  public void flush() {
    throwFault();
    producer.flush();
  }

  @Override
  public void close() {
    close(CLOSE_TIMEOUT);
  }

  @Override
  public void close(Duration timeout) {
    open = false;
    producer.close(timeout);
  }

  /**
   * Does not wait for what is in flight once a send has failed: the transaction is lost, and it may
   * take as long as the delivery timeout. Whether the producer was replaced by another, Kafka tells
   * itself, so that Streams understands it.
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
