package io.windsock.topology.streams;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
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
final class ThreadProducer {
  /** What has been committed is not waited for; and what has failed is not waited for longer. */
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  private final Producer<byte[], byte[]> producer;

  /** One for all records: a callback a record is what makes Streams' way of sending dear. */
  private final Callback sent = (metadata, failure) -> noteFault(failure);

  private boolean open;
  private volatile @Nullable Exception fault;

  ThreadProducer(Producer<byte[], byte[]> producer) {
    this.producer = producer;
  }

  /**
   * Sends within the open transaction.
   *
   * @return whether it was sent; false if there is no open transaction, or the producer refuses:
   *     then Streams must be asked to send, and knows what a refusal means
   */
  boolean send(ProducerRecord<byte[], byte[]> record) {
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

  /** The producer as Streams is to see it. */
  @SuppressWarnings("unchecked")
  Producer<byte[], byte[]> watched() {
    return (Producer<byte[], byte[]>)
        Proxy.newProxyInstance(
            Producer.class.getClassLoader(),
            new Class<?>[] {Producer.class},
            (proxy, method, args) -> invoke(method, args));
  }

  private @Nullable Object invoke(Method method, Object @Nullable [] args) throws Throwable {
    switch (method.getName()) {
      case "commitTransaction", "abortTransaction", "close" -> open = false;
      case "beginTransaction" -> fault = null;
      case "flush" -> throwFault();
      default -> {}
    }
    if (method.getName().equals("close") && args == null) {
      producer.close(CLOSE_TIMEOUT);
      return null;
    }
    try {
      Object result = method.invoke(producer, args);
      if (method.getName().equals("beginTransaction")) {
        open = true;
      }
      return result;
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
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
