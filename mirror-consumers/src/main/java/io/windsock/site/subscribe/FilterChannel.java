package io.windsock.site.subscribe;

import io.windsock.platform.http.message.ByteSink;
import io.windsock.site.event.Chunk;
import io.windsock.site.event.Event;
import io.windsock.site.event.Mark;
import io.windsock.site.query.Filter;
import java.util.ArrayList;
import java.util.List;

/** A filter with clients, and its events of the current round. Owned by the hub's thread. */
final class FilterChannel {
  /** The approximate length of a chunk, which ends with the event that exceeds this. */
  static final int CHUNK_BYTES = 32 << 10;

  private final Filter filter;
  private final int[] clients;
  private final ByteSink bytes = new ByteSink();
  private List<Event> events = new ArrayList<>();
  private List<Chunk> chunks = new ArrayList<>();

  FilterChannel(Filter filter, int audiences) {
    this.filter = filter;
    clients = new int[audiences];
  }

  Filter filter() {
    return filter;
  }

  /** The number of clients on {@code audience}. */
  int clients(int audience) {
    return clients[audience];
  }

  /** Adds {@code change} (1 or -1) to the number of clients. Returns whether any are left. */
  boolean count(int audience, int change) {
    clients[audience] += change;
    for (int left : clients) {
      if (left > 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * Adds an event.
   *
   * @param id the event's id line; empty if it has none
   * @param mark the position after it
   */
  void add(Event event, byte[] id, Mark mark) {
    bytes.write(event.payload());
    bytes.write(id);
    bytes.write('\n');
    events.add(event);
    if (bytes.size() >= CHUNK_BYTES) {
      end(mark);
    }
  }

  private void end(Mark mark) {
    chunks.add(new Chunk(bytes.buffer(), events, mark));
    bytes.truncate(0);
    events = new ArrayList<>();
  }

  /** Discards the round's events. */
  void clear() {
    bytes.truncate(0);
    events = new ArrayList<>();
    chunks = new ArrayList<>();
  }

  /** The round's chunks; none if it had no events for this filter. */
  List<Chunk> take(Mark endOfRound) {
    if (!events.isEmpty()) {
      end(endOfRound);
    } else if (!chunks.isEmpty()) {
      Chunk last = chunks.remove(chunks.size() - 1);
      chunks.add(new Chunk(last.bytes(), last.events(), endOfRound));
    }
    List<Chunk> taken = chunks;
    chunks = new ArrayList<>();
    return taken;
  }
}
