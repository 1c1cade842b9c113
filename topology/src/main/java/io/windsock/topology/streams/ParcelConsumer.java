package io.windsock.topology.streams;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * A consumer whose {@code poll} hands out {@link Parcel}s and notes where the log ends; in all else
 * the one given.
 */
final class ParcelConsumer {
  private static final long NOTE_EVERY_NS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Consumer<byte[], byte[]> consumer;
  private final SourceEnds ends;
  private long notedNs = System.nanoTime() - NOTE_EVERY_NS;

  private ParcelConsumer(Consumer<byte[], byte[]> consumer, SourceEnds ends) {
    this.consumer = consumer;
    this.ends = ends;
  }

  @SuppressWarnings("unchecked")
  static Consumer<byte[], byte[]> of(Consumer<byte[], byte[]> consumer, SourceEnds ends) {
    ParcelConsumer packing = new ParcelConsumer(consumer, ends);
    return (Consumer<byte[], byte[]>)
        Proxy.newProxyInstance(
            Consumer.class.getClassLoader(),
            new Class<?>[] {Consumer.class},
            (proxy, method, args) -> packing.invoke(method, args));
  }

  @SuppressWarnings("unchecked")
  private @Nullable Object invoke(Method method, Object @Nullable [] args) throws Throwable {
    Object result;
    try {
      result = method.invoke(consumer, args);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
    if (result instanceof ConsumerRecords<?, ?> polled) {
      noteEnds();
      return packed((ConsumerRecords<byte[], byte[]>) polled);
    }
    return result;
  }

  private void noteEnds() {
    long nowNs = System.nanoTime();
    if (nowNs - notedNs >= NOTE_EVERY_NS) {
      notedNs = nowNs;
      ends.note(consumer);
    }
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
