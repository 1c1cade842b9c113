package io.windsock.feeds.replay;

import org.apache.kafka.clients.producer.Producer;

/** Is told what a replay could not send, and what it sends by. Called by the replaying thread. */
@FunctionalInterface
public interface ReplayListener {
  /** Takes one fault. */
  void fault(ReplayFault fault);

  /** It sends by this client from now on, which is the replay's, and here for its metrics alone. */
  default void sends(Producer<?, ?> client) {}
}
