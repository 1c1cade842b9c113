package io.windsock.site.subscribe;

import java.util.concurrent.Executor;

/**
 * Clients of the hub that share a thread, which runs what the audience is given to execute; its
 * other methods are called there.
 */
public interface Audience extends Executor {
  /** Its number among the hub's audiences, from 0. */
  int number();

  /** Takes what a round has for its clients. */
  void deliver(Delivery delivery);

  /** Cuts every client, for this reason. */
  void cutAll(String reason);
}
