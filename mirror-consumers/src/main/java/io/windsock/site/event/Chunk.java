package io.windsock.site.event;

import io.vertx.core.buffer.Buffer;
import java.util.List;

/**
 * Consecutive events for one filter. Immutable; encoded once and shared by all its clients.
 *
 * @param bytes the encoded events, including ids
 * @param events the individual events, for clients that can't take them all
 * @param end the position once all of it has been delivered
 */
public record Chunk(Buffer bytes, List<Event> events, Mark end) {
  /** Copies the list. */
  public Chunk {
    events = List.copyOf(events);
  }

  /** Whether every event belongs to a batch after {@code batch}. */
  public boolean isAfter(long batch) {
    for (Event event : events) {
      if (event.batch() <= batch) {
        return false;
      }
    }
    return true;
  }
}
