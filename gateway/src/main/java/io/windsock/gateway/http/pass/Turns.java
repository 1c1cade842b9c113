package io.windsock.gateway.http.pass;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns to ask a site: only so many requests have one at once, and the others wait, first in, first
 * out. Pure: the caller passes in the time. Owned by one thread. How many may wait is bounded by
 * the caller, who admits them.
 *
 * <pre>
 *  add ──▶ waiting ──next──▶ has a turn ──done──▶ over
 *             └──remove, expired──▶ over
 * </pre>
 *
 * @param <T> a request; compared by {@code equals}
 */
final class Turns<T> {
  private final int most;
  private final long patienceNs;

  /** When each of those that wait was added, oldest first. */
  private final Map<T, Long> waiting = new LinkedHashMap<>();

  private int taken;

  /**
   * Creates turns of which none is taken.
   *
   * @param most the most that are taken at once, at least 1
   * @param patienceNs a request that waits for longer expires, ns
   */
  Turns(int most, long patienceNs) {
    this.most = most;
    this.patienceNs = patienceNs;
  }

  /** Adds a request behind those that wait. To be called once for each. */
  void add(T request, long nowNs) {
    waiting.put(request, nowNs);
  }

  /**
   * Returns the request that has waited the longest, which has a turn from now on until {@link
   * #done}; null if none waits or no turn is free.
   */
  @Nullable T next() {
    if (taken == most || waiting.isEmpty()) {
      return null;
    }
    Iterator<T> requests = waiting.keySet().iterator();
    T first = requests.next();
    requests.remove();
    taken++;
    return first;
  }

  /** Frees the turn of a request that {@link #next} returned. To be called once for each. */
  void done() {
    if (taken == 0) {
      throw new IllegalStateException("no turn is taken");
    }
    taken--;
  }

  /** Removes a request. Returns whether it waited. */
  boolean remove(T request) {
    return waiting.remove(request) != null;
  }

  /** Removes the requests that have waited for too long, and returns them, oldest first. */
  List<T> expired(long nowNs) {
    List<T> expired = new ArrayList<>();
    Iterator<Map.Entry<T, Long>> entries = waiting.entrySet().iterator();
    while (entries.hasNext()) {
      Map.Entry<T, Long> oldest = entries.next();
      if (nowNs - oldest.getValue() <= patienceNs) {
        break;
      }
      expired.add(oldest.getKey());
      entries.remove();
    }
    return expired;
  }

  /** Returns how many requests wait. */
  int waiting() {
    return waiting.size();
  }

  /** Returns how many turns are taken. */
  int taken() {
    return taken;
  }
}
