package io.windsock.topology.streams;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** A consumer whose {@code poll} hands out {@link Parcel}s; in all else the one given. */
final class ParcelConsumer {
  private ParcelConsumer() {}

  @SuppressWarnings("unchecked")
  static Consumer<byte[], byte[]> of(Consumer<byte[], byte[]> consumer) {
    return (Consumer<byte[], byte[]>)
        Proxy.newProxyInstance(
            Consumer.class.getClassLoader(),
            new Class<?>[] {Consumer.class},
            (proxy, method, args) -> invoke(consumer, method, args));
  }

  @SuppressWarnings("unchecked")
  private static @Nullable Object invoke(
      Consumer<byte[], byte[]> consumer, Method method, Object @Nullable [] args) throws Throwable {
    Object result;
    try {
      result = method.invoke(consumer, args);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
    return result instanceof ConsumerRecords<?, ?> polled
        ? packed((ConsumerRecords<byte[], byte[]>) polled)
        : result;
  }

  private static ConsumerRecords<byte[], byte[]> packed(ConsumerRecords<byte[], byte[]> polled) {
    if (polled.isEmpty()) {
      return polled;
    }
    Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> packed = new HashMap<>();
    for (TopicPartition partition : polled.partitions()) {
      packed.put(partition, Parcel.pack(polled.records(partition)));
    }
    return new ConsumerRecords<>(packed, polled.nextOffsets());
  }
}
