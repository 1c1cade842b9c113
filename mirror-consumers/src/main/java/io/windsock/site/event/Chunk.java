package io.windsock.site.event;

import io.vertx.core.buffer.Buffer;
import java.util.List;

/**
 * Events for one filter, one after the other. Immutable; encoded once and shared by all its
 * clients.
 *
 * @param bytes the events as they are sent, ids included
 * @param events the same one by one, for clients that can't take them all
 * @param end the position once all of it has been delivered
 */
public record Chunk(Buffer bytes, List<Event> events, Mark end) {
  /** Keeps a copy of the list. */
  public Chunk {
    events = List.copyOf(events);
  }

  /** Whether every event is of a batch after {@code batch}. */
  public boolean isAfter(long batch) {
    for (Event event : events) {
      if (event.batch() <= batch) {
        return false;
      }
    }
    return true;
  }
}
