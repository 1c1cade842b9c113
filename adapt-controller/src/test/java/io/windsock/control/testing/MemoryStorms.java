package io.windsock.control.testing;

import io.windsock.control.http.Storms;
import io.windsock.platform.http.message.Refusal;
import org.jspecify.annotations.Nullable;

/** Storms that are only remembered. Any thread may use it. */
public final class MemoryStorms implements Storms {
  private @Nullable Order order;
  private boolean running;

  @Override
  public synchronized Report report() {
    long clients = order == null ? 0 : order.clients();
    return new Report(
        running,
        order,
        order == null ? 0 : 1,
        clients,
        clients / 2,
        0,
        running ? clients / 2 : 0,
        12.5,
        80,
        95,
        order == null ? "no storm yet" : running ? "under way" : "over");
  }

  @Override
  public synchronized void start(Order wanted) {
    if (running) {
      throw Refusal.of(409, "a storm is under way", "stop it first");
    }
    order = wanted;
    running = true;
  }

  @Override
  public synchronized void stop() {
    running = false;
  }
}
