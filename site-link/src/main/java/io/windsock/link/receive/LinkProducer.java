package io.windsock.link.receive;

import io.windsock.link.batch.BatchLimits;
import io.windsock.platform.copy.LinkPosition;
import io.windsock.platform.copy.LinkTopic;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The producer that writes a link's target; all those of a link share a transactional id. */
public final class LinkProducer {
  private static final int TRANSACTION_MS = 60_000;

  /** The most bytes of a batch of records. */
  static final int BATCH_BYTES = 256 << 10;

  private static final long BUFFER_BYTES = 128L << 20;

  /** A record as long as a link takes, with its head; the topic decides whether it may be. */
  private static final int MAX_REQUEST_BYTES = BatchLimits.MAX_PART_BYTES + (1 << 20);

  private LinkProducer() {}

  /**
   * Opens a producer; its {@code initTransactions} fences the former ones of the link.
   *
   * @param kafka the client's properties: at least the bootstrap servers
   * @param topic the link's topic
   */
  public static KafkaProducer<byte[], byte[]> open(Map<String, Object> kafka, String topic) {
    return open(kafka, topic, BATCH_BYTES);
  }

  /** As {@link #open(Map, String)}, with batches of at most so many bytes. */
  static KafkaProducer<byte[], byte[]> open(
      Map<String, Object> kafka, String topic, int batchBytes) {
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, topic);
    properties.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_MS);
    properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, TRANSACTION_MS);
    properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, TRANSACTION_MS / 2);
    properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, TRANSACTION_MS);
    properties.put(ProducerConfig.LINGER_MS_CONFIG, 2);
    properties.put(ProducerConfig.BATCH_SIZE_CONFIG, batchBytes);
    properties.put(ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES);
    properties.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MAX_REQUEST_BYTES);
    ByteArraySerializer bytes = new ByteArraySerializer();
    return new KafkaProducer<>(properties, bytes, bytes);
  }

  /** Returns the record of the link's last position. */
  public static ProducerRecord<byte[], byte[]> position(String topic, LinkPosition position) {
    return new ProducerRecord<>(topic, 0, LinkTopic.positionKey(), position.encode());
  }

  /** Returns the record that keeps a position for tokens. */
  static ProducerRecord<byte[], byte[]> point(String topic, LinkPosition position) {
    return new ProducerRecord<>(topic, 0, LinkTopic.pointKey(position.points()), position.encode());
  }
}
