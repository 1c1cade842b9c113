package io.windsock.site.event;

import io.vertx.core.buffer.Buffer;
import io.windsock.platform.http.message.ByteSink;
import io.windsock.platform.http.message.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The text of events that carry no row. Pure. */
public final class SseText {
  private static final byte[] UPDATE = ascii("event: update\ndata: ");
  private static final byte[] REMOVE = ascii("event: remove\ndata: ");
  private static final byte[] DERIVED = ascii("event: derived\ndata: ");
  private static final byte[] END = {'\n'};

  private SseText() {}

  /** Begins an event with a key's row. */
  public static void update(ByteSink out) {
    out.write(UPDATE);
  }

  /** Begins an event that takes a key's row away. */
  public static void remove(ByteSink out) {
    out.write(REMOVE);
  }

  /** Begins an event with an event that was derived. */
  public static void derived(ByteSink out) {
    out.write(DERIVED);
  }

  /** The bytes of {@code text}. */
  public static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * What a stream begins with: how long to wait before reconnecting. No blank line ends it, so it
   * belongs to the first event: a block of its own makes some clients hand on an empty message.
   */
  public static Buffer retry(long ms) {
    return Buffer.buffer("retry: " + ms + "\n");
  }

  /** All rows are to be dropped; full state follows. */
  public static Buffer reset(String reason) {
    return event("reset", "", json -> json.writeStringField("reason", reason));
  }

  /** What changed since the client's position follows. */
  public static Buffer resume() {
    return event("resume", "", json -> {});
  }

  /** The state is complete at {@code token}. */
  public static Buffer live(String site, String role, String token) {
    return event(
        "live",
        token,
        json -> {
          json.writeStringField("site", site);
          json.writeStringField("role", role);
          json.writeStringField("token", token);
        });
  }

  /** Where the stream stands. */
  public static Buffer heartbeat(Mark mark) {
    return event(
        "heartbeat",
        mark.token(),
        json -> {
          json.writeStringField("token", mark.token());
          json.writeNumberField("time", mark.timeMs());
        });
  }

  /**
   * What the client has may be out of date, until a heartbeat comes.
   *
   * @param oldMs how old it may be
   */
  public static Buffer stale(String reason, long oldMs) {
    return event(
        "stale",
        "",
        json -> {
          json.writeStringField("reason", reason);
          json.writeNumberField("ms", oldMs);
        });
  }

  /** The same as a chunk. */
  public static Chunk heartbeatChunk(Mark mark) {
    return new Chunk(heartbeat(mark), List.of(), mark);
  }

  /** The site ends the stream. */
  public static Buffer cut(String reason) {
    return event("cut", "", json -> json.writeStringField("reason", reason));
  }

  /** What {@code chunk} has of batches after {@code batch}. */
  public static Chunk without(Chunk chunk, long batch) {
    Buffer out = Buffer.buffer();
    List<Event> later = new ArrayList<>();
    for (Event event : chunk.events()) {
      if (event.batch() > batch) {
        out.appendBytes(event.payload()).appendBytes(END);
        later.add(event);
      }
    }
    return new Chunk(out.appendBuffer(heartbeat(chunk.end())), later, chunk.end());
  }

  private static Buffer event(String name, String id, Json.Fields data) {
    ByteSink out = new ByteSink();
    out.add("event: ").add(name).add("\n");
    if (!id.isEmpty()) {
      out.add("id: ").add(id).add("\n");
    }
    out.add("data: ");
    out.write(Json.object(data).getBytes());
    out.add("\n\n");
    return out.buffer();
  }
}
