package io.windsock.system;

import io.windsock.site.testing.FlightLog;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * An output topic of one partition, to which positions of all flights in turn are written at a
 * steady rate, and which knows when it sent which version. Its own thread writes; any thread may
 * ask.
 */
final class SteadyLog implements AutoCloseable {
  private static final int TICK_MS = 10;
  private static final int MAX_VERSIONS = 1_000_000;

  private final String topic;
  private final int flights;
  private final int perTick;
  private final FlightLog log;
  private final KafkaProducer<byte[], byte[]> producer;
  private final AtomicLongArray sentNs = new AtomicLongArray(MAX_VERSIONS);
  private final Thread thread = new Thread(this::run, "steady-log");
  private int version;
  private volatile boolean stopped;
  private volatile long latestNs;
  private final AtomicLong recentlyLateNs = new AtomicLong();

  /**
   * A topic with one status of each flight.
   *
   * @param perSecond how many positions are written a second
   * @param reasonLength length of a text in each row, in characters
   */
  SteadyLog(
      String bootstrap,
      String topic,
      int flights,
      List<String> airports,
      int perSecond,
      int reasonLength)
      throws Exception {
    this.topic = topic;
    this.flights = flights;
    perTick = perSecond * TICK_MS / 1000;
    log =
        new FlightLog(1, 1, flights, airports, System::currentTimeMillis)
            .withReason("x".repeat(reasonLength));
    Map<String, Object> client = Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    try (Admin admin = Admin.create(client)) {
      admin.createTopics(Set.of(new NewTopic(topic, 1, (short) 1))).all().get();
    }
    // One request at a time: the first ones can come before the partition is served (KAFKA-15591).
    Map<String, Object> ordered = new HashMap<>(client);
    ordered.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
    producer = new KafkaProducer<>(ordered, new ByteArraySerializer(), new ByteArraySerializer());
    log.schedule().forEach(this::send);
    producer.flush();
  }

  /** Versions written so far, before {@link #start}. */
  int written() {
    return version;
  }

  void start() {
    thread.start();
  }

  private void run() {
    long startNs = System.nanoTime();
    long worstNs = 0;
    for (int tick = 0; !stopped && version + perTick < MAX_VERSIONS; tick++) {
      long dueNs = startNs + TimeUnit.MILLISECONDS.toNanos((long) tick * TICK_MS);
      for (long left = dueNs - System.nanoTime(); left > 0; left = dueNs - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
      long lateNs = System.nanoTime() - dueNs;
      worstNs = Math.max(worstNs, lateNs);
      latestNs = worstNs;
      recentlyLateNs.accumulateAndGet(lateNs, Math::max);
      for (int i = 0; i < perTick; i++) {
        send(log.position(version % flights));
      }
    }
  }

  private void send(ConsumerRecord<byte[], byte[]> record) {
    sentNs.set(++version, System.nanoTime());
    // Whether it arrived, the clients see.
    var unused =
        producer.send(
            new ProducerRecord<>(
                topic, 0, record.timestamp(), record.key(), record.value(), record.headers()));
  }

  /** When {@code version} was sent, by {@link System#nanoTime}. */
  long sentNs(int version) {
    return sentNs.get(version);
  }

  /** How late a record was written at the most, ms: how well the rate was kept. */
  long latestMs() {
    return TimeUnit.NANOSECONDS.toMillis(latestNs);
  }

  /** As {@link #latestMs}, since the last call. */
  long takeLatestMs() {
    return TimeUnit.NANOSECONDS.toMillis(recentlyLateNs.getAndSet(0));
  }

  void stop() throws InterruptedException {
    stopped = true;
    thread.join();
    producer.flush();
  }

  @Override
  public void close() {
    stopped = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    producer.close();
  }
}
