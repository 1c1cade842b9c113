package io.windsock.evaluation.load;

import io.windsock.contracts.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * A producer of {@link Positions} for their source topic. Each call continues with the event after
 * the last one sent. One thread owns it; any thread may stop it.
 */
public final class Feed implements AutoCloseable {
  /** The most bytes that wait to be sent; the producer then blocks. */
  private static final long BUFFER_BYTES = 32L << 20;

  private static final int BATCH_BYTES = 256 << 10;

  /** How long an incomplete batch waits for more events; Kafka's default. Less costs the broker. */
  private static final int LINGER_MS = 5;

  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);
  private static final double NS_PER_SECOND = 1e9;

  private final KafkaProducer<byte[], byte[]> producer;
  private final String topic;
  private final Callback acknowledged = this::acknowledged;
  private final SequenceEnds ends;
  private long next;
  private volatile boolean stopped;
  private volatile @Nullable Exception failure;

  /** Creates a feed for the source topic of {@link Positions#STREAM}, which must exist. */
  public Feed(String bootstrapServers, Topics topics) {
    topic = topics.source(Positions.STREAM);
    producer =
        new KafkaProducer<>(
            config(bootstrapServers), new ByteArraySerializer(), new ByteArraySerializer());
    ends = new SequenceEnds(producer.partitionsFor(topic).size());
  }

  private static Map<String, Object> config(String bootstrapServers) {
    Map<String, Object> config = new HashMap<>();
    config.put("bootstrap.servers", bootstrapServers);
    config.put("acks", "all");
    config.put("batch.size", BATCH_BYTES);
    config.put("linger.ms", LINGER_MS);
    config.put("buffer.memory", BUFFER_BYTES);
    config.put("max.request.size", BATCH_BYTES * 8);
    config.put("send.buffer.bytes", 1 << 20);
    return config;
  }

  /**
   * Sends {@code count} events as fast as the broker accepts them; returns when all are
   * acknowledged.
   *
   * @throws IllegalStateException if an event can't be sent
   */
  public Sent burst(Positions positions, long count) {
    long startNs = System.nanoTime();
    long bytes = 0;
    for (long i = 0; i < count; i++) {
      bytes += send(positions, positions.nowMs());
    }
    flush();
    return new Sent(count, bytes, startNs, System.nanoTime(), 0);
  }

  /**
   * Sends events at a pace; returns when all are acknowledged. Open loop: each event has an
   * intended time, which does not depend on when others are acknowledged, and late events are sent
   * at once. The intended times are the event times, so that delays count from them.
   *
   * @throws IllegalStateException if an event can't be sent
   * @throws InterruptException if the thread is interrupted
   */
  public Sent paced(Positions positions, Pace pace) {
    long count = pace.count();
    long startMs = positions.nowMs();
    long startNs = System.nanoTime();
    long latestNs = 0;
    long bytes = 0;
    stopped = false;
    long sent = 0;
    for (; sent < count && !stopped; sent++) {
      long intendedNs = startNs + (long) (pace.due(sent) * NS_PER_SECOND);
      awaitTime(intendedNs);
      long intendedMs = startMs + TimeUnit.NANOSECONDS.toMillis(intendedNs - startNs);
      bytes += send(positions, intendedMs);
      latestNs = Math.max(latestNs, System.nanoTime() - intendedNs);
    }
    flush();
    return new Sent(sent, bytes, startNs, System.nanoTime(), latestNs);
  }

  private static void awaitTime(long intendedNs) {
    for (long ns = intendedNs - System.nanoTime(); ns > 0; ns = intendedNs - System.nanoTime()) {
      LockSupport.parkNanos(ns);
      if (Thread.interrupted()) {
        throw new InterruptException("interrupted before all events were sent");
      }
    }
  }

  /** Ends {@link #paced} early; any thread may call it. */
  public void stop() {
    stopped = true;
  }

  /**
   * Ends a sequence: sends an event to each partition, after all those sent before.
   *
   * @param sequence the number of the sequence, higher than that of the one before
   */
  public void end(long sequence) {
    byte[] value = ends.value(sequence);
    for (String key : ends.keys()) {
      byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
      var unused = producer.send(new ProducerRecord<>(topic, bytes, value), acknowledged);
    }
    flush();
  }

  private int send(Positions positions, long timeMs) {
    if (failure != null) {
      throw failed();
    }
    byte[] key = positions.key(next);
    byte[] value = positions.value(next, timeMs);
    next++;
    var unused = producer.send(new ProducerRecord<>(topic, key, value), acknowledged);
    return key.length + value.length;
  }

  /** Runs on the producer's thread. */
  private void acknowledged(@Nullable RecordMetadata metadata, @Nullable Exception fault) {
    if (fault != null && failure == null) {
      failure = fault;
    }
  }

  private void flush() {
    producer.flush();
    if (failure != null) {
      throw failed();
    }
  }

  private IllegalStateException failed() {
    return new IllegalStateException("can't send to topic '" + topic + "': " + failure, failure);
  }

  @Override
  public void close() {
    producer.close(CLOSE_TIMEOUT);
  }
}
