package io.windsock.evaluation.link.lab;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Writes records to the source at a constant rate, whatever becomes of them, and measures when each
 * can be read at the target: the freshness of the copy. The time of a record is when it was due.
 * One thread owns it; another one of its own reads.
 */
public final class FreshnessLoad {
  private static final int PARTITIONS = 2;
  private static final int LINGER_MS = 1;
  private static final Duration POLL = Duration.ofMillis(20);
  private static final long MAX_LATENCY_NS = TimeUnit.SECONDS.toNanos(300);
  private static final int DIGITS = 3;
  private static final double NS_PER_SECOND = 1e9;
  private static final long PATIENCE_MS = 120_000;

  private final Sites sites;
  private final String topic;
  private final double perSecond;
  private final int recordBytes;

  /**
   * Creates a load.
   *
   * @param topic a topic that exists at the source
   * @param perSecond records per second
   * @param recordBytes the bytes of each; 16 or more
   */
  public FreshnessLoad(Sites sites, String topic, double perSecond, int recordBytes) {
    this.sites = sites;
    this.topic = topic;
    this.perSecond = perSecond;
    this.recordBytes = recordBytes;
  }

  /** Creates the topic at the source. */
  public static void createTopic(Site source, String topic) throws InterruptedException {
    source.create(topic, PARTITIONS);
  }

  /**
   * Sends the load, and waits until what counts of it is at the target.
   *
   * @param before how long records are sent before they count
   * @param counted how long records that count are sent
   * @return how long records took to the target, ns
   * @throws IllegalStateException if some do not arrive
   */
  public Histogram run(Duration before, Duration counted) throws InterruptedException {
    long first = Math.round(perSecond * before.toNanos() / NS_PER_SECOND);
    long count = Math.max(1, Math.round(perSecond * counted.toNanos() / NS_PER_SECOND));
    Reading reading = new Reading(first, first + count);
    Thread reader = new Thread(reading, "freshness");
    reader.setDaemon(true);
    reader.start();
    try {
      send(first + count);
      reader.join(PATIENCE_MS);
    } finally {
      reading.ended = true;
    }
    KafkaException failure = reading.failure;
    if (failure != null) {
      throw new IllegalStateException("the target can't be read", failure);
    }
    if (reader.isAlive()) {
      throw new IllegalStateException(
          "not all of %,d records are at the target after %d s"
              .formatted(first + count, TimeUnit.MILLISECONDS.toSeconds(PATIENCE_MS)));
    }
    return reading.histogram;
  }

  private void send(long records) {
    Map<String, Object> properties =
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            sites.source().servers(),
            ProducerConfig.LINGER_MS_CONFIG,
            LINGER_MS);
    ByteArraySerializer bytes = new ByteArraySerializer();
    double stepNs = NS_PER_SECOND / perSecond;
    try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(properties, bytes, bytes)) {
      producer.partitionsFor(topic); // a connection, before records are due
      long beginNs = System.nanoTime();
      for (long i = 0; i < records; i++) {
        long dueNs = beginNs + Math.round(i * stepNs);
        for (long leftNs = dueNs - System.nanoTime(); leftNs > 0; ) {
          LockSupport.parkNanos(leftNs);
          leftNs = dueNs - System.nanoTime();
        }
        var unused =
            producer.send(
                new ProducerRecord<>(topic, (int) (i % PARTITIONS), null, value(i, dueNs)));
      }
    }
  }

  private byte[] value(long number, long dueNs) {
    byte[] value = new byte[recordBytes];
    ByteBuffer.wrap(value).putLong(number).putLong(dueNs);
    return value;
  }

  /** Reads the target until the last record that counts has come. */
  private final class Reading implements Runnable {
    private final long from;
    private final long to;
    final Histogram histogram = new Histogram(MAX_LATENCY_NS, DIGITS);
    volatile boolean ended;
    volatile @Nullable KafkaException failure;

    Reading(long from, long to) {
      this.from = from;
      this.to = to;
    }

    @Override
    public void run() {
      try {
        read();
      } catch (KafkaException e) {
        failure = e;
      }
    }

    private void read() {
      List<TopicPartition> all = new ArrayList<>();
      for (int p = 0; p < PARTITIONS; p++) {
        all.add(new TopicPartition(topic, p));
      }
      Map<String, Object> properties =
          Map.of(
              ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
              sites.target().servers(),
              ConsumerConfig.ISOLATION_LEVEL_CONFIG,
              "read_committed");
      ByteArrayDeserializer bytes = new ByteArrayDeserializer();
      try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(properties, bytes, bytes)) {
        consumer.assign(all);
        consumer.seekToBeginning(all);
        while (!ended && histogram.getTotalCount() < to - from) {
          for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
            count(ByteBuffer.wrap(record.value()));
          }
        }
      }
    }

    private void count(ByteBuffer value) {
      long number = value.getLong();
      if (number >= from && number < to) {
        long tookNs = System.nanoTime() - value.getLong();
        histogram.recordValue(Math.min(tookNs, MAX_LATENCY_NS));
      }
    }
  }
}
