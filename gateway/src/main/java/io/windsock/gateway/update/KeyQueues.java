package io.windsock.gateway.update;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The updates that are to be written, in the order in which they came, of each key one at a time: a
 * later one is sent only when the outcome of the earlier one is known, so that none overtakes
 * another and none follows one that failed. One thread owns it.
 */
final class KeyQueues {
  private record Key(String stream, String key) {}

  /** The updates of each key; the first one is being written. */
  private final Map<Key, ArrayDeque<PendingUpdate>> queues = new HashMap<>();

  private static Key key(PendingUpdate pending) {
    return new Key(pending.update().stream(), pending.update().key());
  }

  /** Adds an update; returns whether it is the next one of its key. */
  boolean add(PendingUpdate pending) {
    ArrayDeque<PendingUpdate> queue =
        queues.computeIfAbsent(key(pending), key -> new ArrayDeque<>(1));
    queue.add(pending);
    return queue.size() == 1;
  }

  /** Ends the first update of its key, and returns the next one; null if there is none. */
  @Nullable PendingUpdate end(PendingUpdate pending) {
    Key key = key(pending);
    ArrayDeque<PendingUpdate> queue = queues.get(key);
    if (queue == null || queue.poll() != pending) {
      throw new IllegalStateException("not the first of its key: " + pending.update().id());
    }
    PendingUpdate next = queue.peek();
    if (next == null) {
      queues.remove(key);
    }
    return next;
  }
}
