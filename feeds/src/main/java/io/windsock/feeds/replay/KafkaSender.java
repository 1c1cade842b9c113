package io.windsock.feeds.replay;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Sends through an idempotent Kafka producer, which retries within the delivery timeout, in order
 * and without duplicates. The partition is the producer's hash of the key, the same in all source
 * topics.
 */
final class KafkaSender implements EventSender {
  private static final int BATCH_BYTES = 128 * 1024;
  private static final long BUFFER_BYTES = 128L * 1024 * 1024;
  private static final int LINGER_MS = 10;
  private static final long LONGEST_REQUEST_MS = 30_000;

  /**
   * One request at a time, so that no batch overtakes another. A broker without state for this
   * producer in a partition accepts any first sequence. If it rejects the partition's first batch
   * because its leader is not ready, but accepts the second, the first can no longer be appended
   * and is lost (KAFKA-15591).
   */
  private static final int IN_FLIGHT = 1;

  private final String bootstrapServers;
  private final ReplayOptions options;
  private final ReplayListener listener;
  private @Nullable KafkaProducer<byte[], byte[]> producer;

  KafkaSender(String bootstrapServers, ReplayOptions options, ReplayListener listener) {
    this.bootstrapServers = bootstrapServers;
    this.options = options;
    this.listener = listener;
  }

  @Override
  public void open(Set<String> topics) throws InterruptedException {
    TopicCheck.check(bootstrapServers, topics, options.connectTimeout(), options.producer());
    KafkaProducer<byte[], byte[]> opened =
        new KafkaProducer<>(properties(), new ByteArraySerializer(), new ByteArraySerializer());
    producer = opened;
    listener.sends(opened);
  }

  private Map<String, Object> properties() {
    long deliveryMs = options.deliveryTimeout().toMillis();
    long requestMs = Math.min(LONGEST_REQUEST_MS, deliveryMs - LINGER_MS);
    Map<String, Object> properties = new HashMap<>();
    properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    properties.put(ProducerConfig.CLIENT_ID_CONFIG, "windsock-replay");
    properties.put(ProducerConfig.ACKS_CONFIG, "all");
    properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    properties.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, IN_FLIGHT);
    properties.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, options.compression());
    properties.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
    properties.put(ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES);
    properties.put(ProducerConfig.LINGER_MS_CONFIG, LINGER_MS);
    properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) deliveryMs);
    properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) requestMs);
    properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, deliveryMs);
    properties.put(ProducerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
    properties.putAll(options.producer());
    return properties;
  }

  // The delivery receives the future's result.
  @SuppressWarnings("FutureReturnValueIgnored")
  @Override
  public void send(String topic, byte[] key, byte[] value, Deliveries.Delivery delivery) {
    if (producer == null) {
      throw new IllegalStateException("not open");
    }
    try {
      producer.send(new ProducerRecord<>(topic, key, value), delivery);
    } catch (KafkaException e) {
      delivery.onCompletion(null, e);
    }
  }

  @Override
  public void close(Duration atMost) {
    if (producer != null) {
      producer.close(atMost);
    }
  }
}
