package io.windsock.site.event;

import io.vertx.core.buffer.Buffer;
import java.util.List;

/**
 * Consecutive events for one filter. Immutable; encoded once and shared by all its clients.
 *
 * @param bytes the encoded events, including ids
 * @param events the individual events, for clients that can't take them all
 * @param end a position that a client has reached once it has taken all of it. Events of a
 *     conflated round may belong to later batches: only the round's last chunk has its end.
 */
public record Chunk(Buffer bytes, List<Event> events, Mark end) {
  /** Copies the list. */
  public Chunk {
    events = List.copyOf(events);
  }

  /** Whether every event belongs to a batch after {@code batch}, and its end is after it, too. */
  public boolean isAfter(long batch) {
    if (end.batch() <= batch) {
      return false;
    }
    for (Event event : events) {
      if (event.batch() <= batch) {
        return false;
      }
    }
    return true;
  }

  /** Whether a client that has the state after {@code batch} lacks nothing of it. */
  public boolean isKnown(long batch) {
    if (end.batch() > batch) {
      return false;
    }
    for (Event event : events) {
      if (event.batch() > batch) {
        return false;
      }
    }
    return true;
  }
}
