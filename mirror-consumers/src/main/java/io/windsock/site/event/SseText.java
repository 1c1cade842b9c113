package io.windsock.site.event;

import io.vertx.core.buffer.Buffer;
import io.windsock.platform.http.message.ByteSink;
import io.windsock.platform.http.message.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Formats the SSE events that carry no row. Stateless. */
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

  /** Begins an event that removes a key's row. */
  public static void remove(ByteSink out) {
    out.write(REMOVE);
  }

  /** Begins an event that carries a derived event. */
  public static void derived(ByteSink out) {
    out.write(DERIVED);
  }

  /** The ASCII bytes of {@code text}. */
  public static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * The first line of a stream: how long to wait before reconnecting. No blank line follows, so it
   * is part of the first event. As a block of its own it makes some clients dispatch an empty
   * message.
   */
  public static Buffer retry(long ms) {
    return Buffer.buffer("retry: " + ms + "\n");
  }

  /** Tells the client to drop all rows; the full state follows. */
  public static Buffer reset(String reason) {
    return event("reset", "", json -> json.writeStringField("reason", reason));
  }

  /** Says that the state is still to come. */
  public static Buffer waiting() {
    return event("wait", "", json -> {});
  }

  /** Announces the changes since the client's position. */
  public static Buffer resume() {
    return event("resume", "", json -> {});
  }

  /** Announces that the state is complete at {@code token}. */
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

  /** The stream's current position. */
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
   * Warns that the client's data may be out of date until the next heartbeat.
   *
   * @param oldMs the greatest possible age of the data, ms
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

  /** A heartbeat as a chunk. */
  public static Chunk heartbeatChunk(Mark mark) {
    return new Chunk(heartbeat(mark), List.of(), mark);
  }

  /** Announces that the site ends the stream. */
  public static Buffer cut(String reason) {
    return event("cut", "", json -> json.writeStringField("reason", reason));
  }

  /**
   * The part of {@code chunk} that a client lacks.
   *
   * @param known the position of what the client has; it is not told one before it
   */
  public static Chunk without(Chunk chunk, Mark known) {
    Buffer out = Buffer.buffer();
    List<Event> later = new ArrayList<>();
    for (Event event : chunk.events()) {
      if (event.batch() > known.batch()) {
        out.appendBytes(event.payload()).appendBytes(END);
        later.add(event);
      }
    }
    if (chunk.end().batch() <= known.batch()) {
      return new Chunk(out, later, known);
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
