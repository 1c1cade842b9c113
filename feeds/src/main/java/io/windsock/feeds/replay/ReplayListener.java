package io.windsock.feeds.replay;

import org.apache.kafka.clients.producer.Producer;

/**
 * Receives the events that a replay could not send, and its producer. Called by the replaying
 * thread.
 */
@FunctionalInterface
public interface ReplayListener {
  /** Receives one fault. */
  void fault(ReplayFault fault);

  /** Receives the producer used from now on. The replay owns it; use it only for its metrics. */
  default void sends(Producer<?, ?> client) {}
}
