package io.windsock.site.http.sse;

import io.windsock.site.event.Chunk;
import io.windsock.site.event.Mark;
import io.windsock.site.event.SseText;
import io.windsock.site.serve.SitePosition;
import org.jspecify.annotations.Nullable;

/**
 * The position of the snapshot from which a client has its initial state: of the hub's deliveries
 * it gets only what is later.
 *
 * @param batch number of the last batch that the snapshot contains
 * @param token the position after it
 */
record SyncPoint(long batch, String token) {
  /** Before all batches. */
  static final SyncPoint NONE = new SyncPoint(0, "");

  static SyncPoint of(SitePosition at) {
    return new SyncPoint(at.batch(), at.text().toString());
  }

  /** Returns the part of a chunk that the snapshot does not contain; null if there is none. */
  @Nullable Chunk news(Chunk chunk) {
    if (chunk.isKnown(batch)) {
      return null;
    }
    return chunk.isAfter(batch) ? chunk : SseText.without(chunk, mark(chunk));
  }

  /** Returns a heartbeat with the later of its position and the snapshot's. */
  Chunk heartbeat(Chunk heartbeat) {
    return heartbeat.end().batch() < batch ? SseText.heartbeatChunk(mark(heartbeat)) : heartbeat;
  }

  /** Returns this position with the event time of a chunk; the snapshot has none of its own. */
  private Mark mark(Chunk chunk) {
    return new Mark(batch, token, chunk.end().timeMs());
  }
}
