package io.windsock.gateway.http.query;

import io.windsock.platform.http.message.Refusal;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The ids that clients gave their pending queries. Any thread may use it; at most one a connection.
 */
final class PendingIds {
  private static final int CONFLICT = 409;

  private final Map<String, Object> pending = new ConcurrentHashMap<>();

  /**
   * Adds the id of a query.
   *
   * @param owner what the query belongs to
   * @throws Refusal if a query with this id is pending
   */
  void add(String id, Object owner) {
    if (pending.putIfAbsent(id, owner) != null) {
      throw Refusal.of(
          CONFLICT,
          "a query with Request-Id " + Refusal.shown(id) + " is pending",
          "give each query an id of its own, such as a UUID, or none");
    }
  }

  /** Removes the id of a query that has its outcome or whose client has disconnected. */
  void remove(String id, Object owner) {
    pending.remove(id, owner); // it may be another query's by now
  }
}
