package io.windsock.control.actuate;

import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.topic.Topics;
import io.windsock.contracts.wire.CommitPoint;
import io.windsock.contracts.wire.Decision;
import io.windsock.contracts.wire.Parameters;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * The single writer of the control topic and the decisions topic. All controllers' writers share
 * one transactional id, so opening one makes Kafka fence the former: it can't write any more, even
 * if it believes itself active. Owned by the control thread.
 */
public final class ControlWriter implements AutoCloseable {
  private static final int TRANSACTION_MS = 10_000;
  private static final ByteArraySerializer BYTES = new ByteArraySerializer();
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

  private final Topics topics;
  private final EventCodec codec;
  private final Producer<byte[], byte[]> producer;

  /**
   * Opens the writer and fences the former one.
   *
   * @param kafka the client's properties: at least the bootstrap servers
   * @throws KafkaException if the cluster does not answer in time
   */
  public static ControlWriter open(Map<String, Object> kafka, Topics topics, Catalogue catalogue) {
    return new ControlWriter(
        new KafkaProducer<>(properties(kafka, topics), BYTES, BYTES), topics, catalogue);
  }

  /** Opens the writer on a producer, which it then owns. */
  public ControlWriter(Producer<byte[], byte[]> producer, Topics topics, Catalogue catalogue) {
    this.producer = producer;
    this.topics = topics;
    codec = new EventCodec(catalogue);
    try {
      producer.initTransactions();
    } catch (RuntimeException e) {
      producer.close(Duration.ZERO);
      throw e;
    }
  }

  private static Map<String, Object> properties(Map<String, Object> kafka, Topics topics) {
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, topics.prefix() + ".controller");
    properties.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_MS);
    properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, TRANSACTION_MS);
    properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, TRANSACTION_MS / 2);
    properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, TRANSACTION_MS);
    properties.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    return properties;
  }

  /** Returns the metrics of its Kafka client; the caller closes them. */
  public KafkaClientMetrics meters() {
    return new KafkaClientMetrics(producer);
  }

  /**
   * Writes parameters and the decision that led to them in one transaction.
   *
   * @throws KafkaException if the write failed or its outcome is unknown; this writer is then
   *     unusable
   */
  public void write(Parameters parameters, Decision decision) {
    write(
        List.of(
            record(topics.control(), "parameters", parameters),
            record(topics.decisions(), null, decision)));
  }

  /**
   * Announces a commit point.
   *
   * @throws KafkaException as {@link #write(Parameters, Decision)}
   */
  public void write(CommitPoint point) {
    write(List.of(record(topics.control(), "commit/" + point.getTopic(), point)));
  }

  private ProducerRecord<byte[], byte[]> record(
      String topic, @Nullable String key, SpecificRecord value) {
    byte[] keyBytes = key == null ? null : key.getBytes(StandardCharsets.UTF_8);
    return new ProducerRecord<>(topic, 0, keyBytes, codec.encode(value));
  }

  private void write(List<ProducerRecord<byte[], byte[]>> records) {
    producer.beginTransaction();
    for (ProducerRecord<byte[], byte[]> record : records) {
      // A failed send fails the commit.
      var unused = producer.send(record);
    }
    producer.commitTransaction();
  }

  @Override
  public void close() {
    producer.close(CLOSE_TIMEOUT);
  }
}
