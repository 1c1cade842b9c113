package io.windsock.control.actuate;

import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The election of the active controller: the group member to which Kafka assigns partition 0 of the
 * control topic. Another partition, which somebody added, does not count. Owned by the control
 * thread, which must call {@link #poll} several times a second.
 */
public final class Election implements AutoCloseable {
  /** A controller silent for this long is replaced, ms. */
  public static final int SESSION_MS = 6_000;

  private static final int HEARTBEAT_MS = 1_500;
  private static final int POLL_INTERVAL_MS = 60_000;

  private final Consumer<byte[], byte[]> consumer;
  private final TopicPartition prize;
  private boolean elected;

  /** Joins the election with a consumer, which it then owns. */
  private Election(Consumer<byte[], byte[]> consumer, String control) {
    this.consumer = consumer;
    prize = new TopicPartition(control, 0);
    consumer.subscribe(Set.of(control), new Assigned());
  }

  /**
   * Joins the group.
   *
   * @param kafka the client's properties: at least the bootstrap servers
   * @param group the controllers' consumer group
   * @param control the control topic
   */
  public static Election join(Map<String, Object> kafka, String group, String control) {
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.put(ConsumerConfig.GROUP_ID_CONFIG, group);
    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest");
    properties.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_MS);
    properties.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, HEARTBEAT_MS);
    properties.put(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, POLL_INTERVAL_MS);
    properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    // A joining controller must not take the partition from the active one.
    properties.put(
        ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
        CooperativeStickyAssignor.class.getName());
    ByteArrayDeserializer bytes = new ByteArrayDeserializer();
    return new Election(new KafkaConsumer<>(properties, bytes, bytes), control);
  }

  /** Returns the metrics of its Kafka client; the caller closes them. */
  public KafkaClientMetrics meters() {
    return new KafkaClientMetrics(consumer);
  }

  /** Returns whether this controller is elected now. */
  public boolean poll() {
    consumer.poll(Duration.ZERO);
    return elected;
  }

  /** Leaves the group, so another controller takes over at once. */
  @Override
  public void close() {
    consumer.close();
  }

  private final class Assigned implements ConsumerRebalanceListener {
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
      // Another consumer reads the records; this one only takes part in the group.
      consumer.pause(consumer.assignment());
      elected = consumer.assignment().contains(prize);
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
      elected = elected && !partitions.contains(prize);
    }
  }
}
