package io.windsock.site.http.sse;

import io.windsock.site.event.Chunk;
import java.util.ArrayList;
import java.util.List;

/**
 * The hub's deliveries to a stream whose client does not have its initial state yet. Beyond a bound
 * they are dropped, all of them, and so are those that follow. Owned by the stream's event loop.
 */
final class HeldChunks {
  private final long maxBytes;
  private final List<Chunk> chunks = new ArrayList<>();
  private long bytes;
  private boolean dropped;

  HeldChunks(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Holds a chunk, or drops it and all before it. */
  void add(Chunk chunk) {
    if (dropped) {
      return;
    }
    bytes += chunk.bytes().length();
    chunks.add(chunk);
    if (bytes > maxBytes) {
      clear();
      dropped = true;
    }
  }

  /** Whether chunks were dropped since the last {@link #clear}. */
  boolean dropped() {
    return dropped;
  }

  /** Forgets all chunks, also that some were dropped. */
  void clear() {
    chunks.clear();
    bytes = 0;
    dropped = false;
  }

  /** Returns the chunks, and holds them no longer. */
  List<Chunk> take() {
    List<Chunk> all = List.copyOf(chunks);
    clear();
    return all;
  }
}
