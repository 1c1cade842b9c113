package io.windsock.feeds.replay;

import java.time.Duration;
import java.util.Set;

/** Sends a replay's records: to Kafka, except in tests. Used by the replaying thread. */
interface EventSender extends AutoCloseable {
  /**
   * Connects and checks that the topics accept records.
   *
   * @throws io.windsock.contracts.config.ConfigurationException with every fault
   */
  void open(Set<String> topics) throws InterruptedException;

  /** Sends one record and reports the outcome to {@code delivery}, possibly before this returns. */
  void send(String topic, byte[] key, byte[] value, Deliveries.Delivery delivery);

  /**
   * Closes the sender. Records not acknowledged within {@code atMost} fail, and their deliveries
   * are notified.
   */
  void close(Duration atMost);

  @Override
  default void close() {
    close(Duration.ZERO);
  }
}
