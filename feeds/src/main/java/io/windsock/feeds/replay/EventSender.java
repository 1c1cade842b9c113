package io.windsock.feeds.replay;

import java.time.Duration;
import java.util.Set;

/** What a replay sends through: Kafka, but for tests. Used by the replaying thread. */
interface EventSender extends AutoCloseable {
  /**
   * Connects and checks that the topics can be sent to.
   *
   * @throws io.windsock.contracts.config.ConfigurationException naming every fault
   */
  void open(Set<String> topics) throws InterruptedException;

  /** Sends one record; {@code delivery} is told what becomes of it, perhaps before this returns. */
  void send(String topic, byte[] key, byte[] value, Delivery delivery);

  /** Gives up what is not acknowledged by then; its deliveries are told so. */
  void close(Duration atMost);

  @Override
  default void close() {
    close(Duration.ZERO);
  }
}
