package io.windsock.gateway.http.query;

import io.windsock.platform.http.message.Refusal;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The ids that clients gave their pending queries. Any thread may use it; at most one a connection.
 */
final class PendingIds {
  private static final int CONFLICT = 409;

  private final Set<String> pending = ConcurrentHashMap.newKeySet();

  /**
   * Adds the id of a query.
   *
   * @throws Refusal if a query with this id is pending
   */
  void add(String id) {
    if (!pending.add(id)) {
      throw Refusal.of(
          CONFLICT,
          "a query with Request-Id " + Refusal.shown(id) + " is pending",
          "give each query an id of its own, such as a UUID, or none");
    }
  }

  /** Removes the id of a query that has its outcome or whose client has disconnected. */
  void remove(String id) {
    pending.remove(id);
  }
}
