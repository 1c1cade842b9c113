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
 * Which of the controllers is active: the one to which their consumer group gives the one partition
 * of the control topic. Owned by the control thread, which must call {@link #poll} several times a
 * second.
 */
public final class Election implements AutoCloseable {
  /** A controller that is not heard of for so long is replaced, ms. */
  public static final int SESSION_MS = 6_000;

  private static final int HEARTBEAT_MS = 1_500;
  private static final int POLL_INTERVAL_MS = 60_000;

  private final Consumer<byte[], byte[]> consumer;
  private boolean elected;

  /** Stands for election by a consumer, which it owns from now on. */
  private Election(Consumer<byte[], byte[]> consumer, String control) {
    this.consumer = consumer;
    consumer.subscribe(Set.of(control), new Assigned());
  }

  /**
   * Joins the group.
   *
   * @param kafka the client's properties: at least the bootstrap servers
   * @param group of the controllers
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
    // Whoever joins takes nothing from the active one.
    properties.put(
        ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
        CooperativeStickyAssignor.class.getName());
    ByteArrayDeserializer bytes = new ByteArrayDeserializer();
    return new Election(new KafkaConsumer<>(properties, bytes, bytes), control);
  }

  /** What its Kafka client measures of itself; the caller closes it. */
  public KafkaClientMetrics meters() {
    return new KafkaClientMetrics(consumer);
  }

  /** Whether this controller is the one, as of now. */
  public boolean poll() {
    consumer.poll(Duration.ZERO);
    return elected;
  }

  /** Leaves the group, so that another takes over at once. */
  @Override
  public void close() {
    consumer.close();
  }

  private final class Assigned implements ConsumerRebalanceListener {
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
      // Its records are read by another consumer; this one is only for the group.
      consumer.pause(consumer.assignment());
      elected = !consumer.assignment().isEmpty();
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
      elected = elected && partitions.isEmpty();
    }
  }
}
