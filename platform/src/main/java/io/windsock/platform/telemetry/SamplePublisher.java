package io.windsock.platform.telemetry;

import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.platform.time.Clocks;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a role's samples to the monitor topic every half second, and sooner on request. It has its
 * own thread and producer, so an unreachable broker or a missing topic delays no other work: such
 * samples are dropped and counted. Any thread may call it.
 */
public final class SamplePublisher implements AutoCloseable {
  /** The interval between two samples, ms. */
  public static final long EVERY_MS = 500;

  /** The minimum interval between two samples, ms. */
  public static final long MIN_INTERVAL_MS = 100;

  private static final Logger LOG = LoggerFactory.getLogger(SamplePublisher.class);

  /** The maximum number of samples in flight; further ones are dropped. */
  private static final int MAX_IN_FLIGHT = 8;

  private static final int BUFFER_BYTES = 4 * 1024 * 1024;
  private static final int MAX_BLOCK_MS = 500;
  private static final int REQUEST_MS = 3_000;
  private static final int DELIVERY_MS = 5_000;
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(1);

  private final String role;
  private final MonitorTopic topic;
  private final SampleSource source;
  private final LongConsumer published;
  private final Clocks clock;
  private final EventCodec codec;
  private final Producer<byte[], byte[]> producer;
  private final SampleDrops drops;
  private final AtomicInteger inFlight = new AtomicInteger();
  private final Thread thread;
  private long lastMs;
  private volatile boolean wanted;
  private volatile boolean closing;
  private volatile boolean silent;

  /**
   * Creates a publisher without starting it.
   *
   * @param role the name of the site, topology or controller, the key of its samples
   * @param topic the monitor topic's name
   * @param admin must remain open while the publisher runs; the caller closes it
   * @param producer closed with the publisher, such as one of {@link #producer}
   * @param codec encodes the samples; owned by the publisher
   * @param published receives the offset of each written sample
   */
  public SamplePublisher(
      String role,
      String topic,
      Admin admin,
      Producer<byte[], byte[]> producer,
      EventCodec codec,
      SampleSource source,
      LongConsumer published,
      Clocks clock) {
    this.role = role;
    this.published = published;
    this.topic = new MonitorTopic(admin, topic);
    this.codec = codec;
    this.source = source;
    this.clock = clock;
    lastMs = clock.monotonicMs() - EVERY_MS;
    drops = new SampleDrops(role, topic);
    this.producer = producer;
    thread = new Thread(this::run, "samples-" + role);
    thread.setDaemon(true);
  }

  /** Starts publishing. */
  public void start() {
    thread.start();
  }

  /**
   * Returns a producer that soon expires samples it can't send.
   *
   * @param kafka the client's properties: at least the bootstrap servers
   */
  public static Producer<byte[], byte[]> producer(String role, Map<String, ?> kafka) {
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.put(ProducerConfig.CLIENT_ID_CONFIG, role + ".samples");
    properties.put(ProducerConfig.ACKS_CONFIG, "all");
    properties.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    properties.put(ProducerConfig.BUFFER_MEMORY_CONFIG, (long) BUFFER_BYTES);
    properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, (long) MAX_BLOCK_MS);
    properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_MS);
    properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_MS);
    ByteArraySerializer bytes = new ByteArraySerializer();
    return new KafkaProducer<>(properties, bytes, bytes);
  }

  /** Requests a sample ahead of its time. Never blocks. */
  public void requestSample() {
    wanted = true;
    LockSupport.unpark(thread);
  }

  /** Returns the metrics of its Kafka client; the caller closes them. */
  public KafkaClientMetrics meters() {
    return new KafkaClientMetrics(producer);
  }

  /** Returns the number of samples that were not published. */
  public long dropped() {
    return drops.count();
  }

  private void run() {
    while (!closing) {
      long waitMs = doWork(clock.monotonicMs());
      if (waitMs > 0) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(waitMs));
      }
    }
    publish(clock.wallMs());
  }

  /** Publishes if it is time; returns how long there is nothing to do, ms. */
  private long doWork(long nowMs) {
    long sinceMs = nowMs - lastMs;
    long dueMs = wanted ? MIN_INTERVAL_MS : EVERY_MS;
    if (sinceMs < dueMs) {
      return dueMs - sinceMs;
    }
    lastMs = nowMs;
    wanted = false;
    publish(clock.wallMs());
    return 0;
  }

  /** Stops publishing, without a last sample. */
  public void silence() {
    silent = true;
  }

  private void publish(long atMs) {
    if (silent) {
      return;
    }
    topic.work(clock.monotonicMs());
    if (!topic.answered()) {
      return; // just started
    }
    if (!topic.present()) {
      drops.dropped("it is not there, or the cluster does not answer");
      return;
    }
    if (inFlight.get() >= MAX_IN_FLIGHT) {
      drops.dropped("the cluster does not take them");
      return;
    }
    try {
      send(source.sample(atMs));
    } catch (RuntimeException e) {
      if (drops.dropped("it can't be created: " + e)) {
        LOG.error("{}: can't create a sample", role, e);
      }
    }
  }

  private void send(SpecificRecord sample) {
    var sampled =
        new ProducerRecord<>(
            topic.name(), role.getBytes(StandardCharsets.UTF_8), codec.encode(sample));
    inFlight.incrementAndGet();
    try {
      var unused =
          producer.send(
              sampled,
              (metadata, failure) -> {
                if (failure == null) {
                  published.accept(metadata.offset());
                }
                sent(failure);
              });
    } catch (RuntimeException e) {
      sent(e);
    }
  }

  private void sent(@Nullable Exception failure) {
    inFlight.decrementAndGet();
    if (failure == null) {
      drops.published();
    } else {
      topic.recheck();
      drops.dropped(String.valueOf(failure));
    }
  }

  /** Publishes a last sample, if the cluster accepts it soon, and stops. */
  @Override
  public void close() {
    closing = true;
    LockSupport.unpark(thread);
    try {
      thread.join(CLOSE_PATIENCE.toMillis() + MAX_BLOCK_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    producer.close(CLOSE_PATIENCE);
    if (thread.isAlive()) {
      LOG.warn("{}: its samples' thread does not end", role);
    }
  }
}
