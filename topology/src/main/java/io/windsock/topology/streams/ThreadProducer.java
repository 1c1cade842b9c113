package io.windsock.topology.streams;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * The producer of one of Streams' threads, and whether its transaction is open. While it is, a task
 * may send without Streams' record collector: a send that fails fails the transaction, and Streams
 * learns of it when it flushes or commits. Used by that thread alone.
 */
final class ThreadProducer {
  private final Producer<byte[], byte[]> producer;
  private boolean open;

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
      var unused = producer.send(record);
      return true;
    } catch (KafkaException e) {
      open = false;
      return false;
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
      default -> {}
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
}
