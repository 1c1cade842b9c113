package io.windsock.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The state of the gateways as a client's users see it. The event loop, which owns the two lanes,
 * updates it; any thread may read it or wait for gateways that are up.
 */
final class GatewayBoard {
  private final List<String> urls;
  private final Lane keys;
  private final Lane views;

  /** Guards {@link #statuses}, and is notified when they change. */
  private final Object lock = new Object();

  private List<GatewayStatus> statuses = List.of();

  GatewayBoard(List<String> urls, Lane keys, Lane views) {
    this.urls = urls;
    this.keys = keys;
    this.views = views;
  }

  /** Returns the state of each gateway, in the order of the URLs; empty before the first update. */
  List<GatewayStatus> statuses() {
    synchronized (lock) {
      return statuses;
    }
  }

  /** Returns whether {@code count} gateways were up before the time was over; waits until then. */
  boolean await(int count, Duration timeout) throws InterruptedException {
    long endNs = System.nanoTime() + timeout.toNanos();
    synchronized (lock) {
      while (statuses.stream().filter(GatewayStatus::up).count() < count) {
        long leftMs = TimeUnit.NANOSECONDS.toMillis(endNs - System.nanoTime());
        if (leftMs <= 0) {
          return false;
        }
        lock.wait(leftMs);
      }
      return true;
    }
  }

  /** Takes over what the lanes know. Called on the event loop. */
  void update() {
    List<GatewayStatus> now = new ArrayList<>();
    for (int slot = 0; slot < urls.size(); slot++) {
      now.add(status(slot));
    }
    synchronized (lock) {
      statuses = List.copyOf(now);
      lock.notifyAll();
    }
  }

  private GatewayStatus status(int slot) {
    String name = (keys.isUp(slot) || !views.isUp(slot) ? keys : views).name(slot);
    boolean up = isFirstUrl(slot, name) && keys.isUp(name) && views.isUp(name);
    String fault = keys.fault(slot).isEmpty() ? views.fault(slot) : keys.fault(slot);
    return new GatewayStatus(urls.get(slot), name, up, up ? "" : fault);
  }

  /**
   * Returns whether a gateway is up by this URL and none before it. If two URLs lead to it, one may
   * be used for keys and the other for views; it counts once.
   */
  private boolean isFirstUrl(int slot, String name) {
    int first = 0;
    while (first < slot && !keys.isUpAt(first, name) && !views.isUpAt(first, name)) {
      first++;
    }
    return first == slot && (keys.isUpAt(slot, name) || views.isUpAt(slot, name));
  }
}
