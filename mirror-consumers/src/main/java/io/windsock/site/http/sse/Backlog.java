package io.windsock.site.http.sse;

import io.vertx.core.buffer.Buffer;
import io.windsock.site.event.Event;
import io.windsock.site.event.Mark;
import io.windsock.site.event.SseText;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The events that a slow client has yet to receive, reduced to the latest of each key. Owned by the
 * client's event loop.
 *
 * <p>Its events are sent without ids, in two generations. The first holds all events present when
 * it began, some replaced by newer ones. Once it has been sent, the client has everything up to the
 * generation's beginning and receives that position. Events of other keys meanwhile collect in the
 * second generation. So the position advances even on a busy stream, and never past what was sent.
 */
public final class Backlog {
  /** The approximate number of bytes sent at a time. */
  static final int SEND_BYTES = 32 << 10;

  private Map<String, Event> sending = new LinkedHashMap<>();
  private Map<String, Event> gathering = new LinkedHashMap<>();
  private @Nullable Mark sendingEnd;
  private @Nullable Mark gatheringEnd;
  private long bytes;
  private long replaced;

  /** Adds a chunk, or only its position if it has no events. */
  public void add(List<Event> events, Mark end) {
    for (Event event : events) {
      Event older;
      if (sending.containsKey(event.key())) {
        older = sending.put(event.key(), event);
      } else {
        older = gathering.put(event.key(), event);
      }
      bytes += event.payload().length;
      if (older != null) {
        bytes -= older.payload().length;
        replaced++;
      }
    }
    gatheringEnd = end;
    if (sending.isEmpty() && sendingEnd == null) {
      turn();
    }
  }

  private void turn() {
    Map<String, Event> empty = sending;
    sending = gathering;
    gathering = empty;
    sendingEnd = gatheringEnd;
    gatheringEnd = null;
  }

  /** The number of bytes held. */
  public long bytes() {
    return bytes;
  }

  /** The number of events replaced by newer ones since the last call. */
  public long takeReplaced() {
    long taken = replaced;
    replaced = 0;
    return taken;
  }

  public boolean isEmpty() {
    return sendingEnd == null;
  }

  /** The next bytes to send. The backlog must not be empty. */
  public Buffer next() {
    Buffer out = Buffer.buffer(Math.toIntExact(Math.min(bytes + 256, 2 * SEND_BYTES)));
    Iterator<Event> events = sending.values().iterator();
    while (events.hasNext() && out.length() < SEND_BYTES) {
      Event event = events.next();
      events.remove();
      bytes -= event.payload().length;
      out.appendBytes(event.payload()).appendByte((byte) '\n');
    }
    if (sending.isEmpty() && sendingEnd != null) {
      out.appendBuffer(SseText.heartbeat(sendingEnd));
      turn();
    }
    return out;
  }
}
