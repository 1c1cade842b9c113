package io.windsock.evaluation.link.lab;

import java.util.Map;
import java.util.SplittableRandom;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A topic at the source whose records are all to be copied.
 *
 * @param topic its name
 * @param partitions 1 for a sequential load; records go to one of several at random
 * @param records how many there are
 * @param recordBytes the bytes of each, key and value
 */
public record Backlog(String topic, int partitions, long records, int recordBytes) {
  private static final int BATCH_BYTES = 256 << 10;
  private static final int LINGER_MS = 20;
  private static final long BUFFER_BYTES = 64L << 20;
  private static final double BYTES_PER_MB = 1e6;

  /** Returns the bytes of all keys and values, in MB of 10⁶. */
  public double megabytes() {
    return records * recordBytes / BYTES_PER_MB;
  }

  /** Creates the topic and writes the records. */
  public Backlog fill(Site site) throws InterruptedException {
    site.create(topic, partitions);
    write(site, topic);
    long end = site.end(topic, partitions);
    if (end != records) {
      throw new IllegalStateException(topic + " has " + end + " records, not " + records);
    }
    return this;
  }

  /** Writes the records to a topic that exists, and waits until they are there. */
  void write(Site site, String to) {
    ByteArraySerializer bytes = new ByteArraySerializer();
    Map<String, Object> properties =
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            site.servers(),
            ProducerConfig.BATCH_SIZE_CONFIG,
            BATCH_BYTES,
            ProducerConfig.LINGER_MS_CONFIG,
            LINGER_MS,
            ProducerConfig.BUFFER_MEMORY_CONFIG,
            BUFFER_BYTES);
    Records source = new Records(recordBytes, records);
    SplittableRandom random = new SplittableRandom(partitions);
    try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(properties, bytes, bytes)) {
      for (long i = 0; i < records; i++) {
        int partition = random.nextInt(partitions);
        var unused =
            producer.send(new ProducerRecord<>(to, partition, source.key(), source.value()));
      }
    }
  }
}
