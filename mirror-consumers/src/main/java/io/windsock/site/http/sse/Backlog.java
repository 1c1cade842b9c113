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
 * What a slow client has still to get, the latest event of each key. Its event loop owns it.
 *
 * <p>Events of it are sent without ids, in two generations. The first holds all that there was when
 * it began, in part replaced by newer; once the last of it is sent, the client has everything up to
 * where the generation began, and is told that position. Meanwhile other keys gather in the second.
 * So the position moves on however busy the stream is, and never past what was sent.
 */
public final class Backlog {
  /** How much is sent at a time, about. */
  static final int SEND_BYTES = 32 << 10;

  private Map<String, Event> sending = new LinkedHashMap<>();
  private Map<String, Event> gathering = new LinkedHashMap<>();
  private @Nullable Mark sendingEnd;
  private @Nullable Mark gatheringEnd;
  private long bytes;
  private long replaced;

  /** Takes in a chunk, or just the position where it has no events. */
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

  /** Bytes that it holds. */
  public long bytes() {
    return bytes;
  }

  /** How many events newer ones have replaced, since last asked. */
  public long takeReplaced() {
    long taken = replaced;
    replaced = 0;
    return taken;
  }

  public boolean isEmpty() {
    return sendingEnd == null;
  }

  /** The next bytes to send; it must not be empty. */
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
