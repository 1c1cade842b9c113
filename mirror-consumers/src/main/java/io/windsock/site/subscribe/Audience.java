package io.windsock.site.subscribe;

import java.util.concurrent.Executor;

/**
 * The clients of the hub that share a thread. The audience executes commands on that thread, and
 * its other methods are called there.
 */
public interface Audience extends Executor {
  /** This audience's number among the hub's, from 0. */
  int number();

  /** Receives a round's events for its clients. */
  void deliver(Delivery delivery);

  /** Disconnects every client, for this reason. */
  void cutAll(String reason);
}
