package io.windsock.site.testing;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Takes an SSE stream apart, in whatever pieces its bytes come. */
public final class SseParser {
  private final Consumer<SseEvent> events;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private final StringBuilder data = new StringBuilder();
  private String name = "";
  private String id = "";
  private boolean hasData;
  private String retry = "";

  /** A parser that hands on each event. */
  public SseParser(Consumer<SseEvent> events) {
    this.events = events;
  }

  /** The next bytes. */
  public void take(byte[] bytes, int from, int length) {
    for (int i = from; i < from + length; i++) {
      if (bytes[i] == '\n') {
        endLine(line.toString(StandardCharsets.UTF_8));
        line.reset();
      } else {
        line.write(bytes[i]);
      }
    }
  }

  private void endLine(String text) {
    if (text.isEmpty()) {
      dispatch();
      return;
    }
    int colon = text.indexOf(':');
    String field = colon < 0 ? text : text.substring(0, colon);
    String value = colon < 0 ? "" : text.substring(colon + 1);
    if (value.startsWith(" ")) {
      value = value.substring(1);
    }
    switch (field) {
      case "event" -> name = value;
      case "id" -> id = value;
      case "retry" -> retry = value;
      case "data" -> {
        if (hasData) {
          data.append('\n');
        }
        hasData = true;
        data.append(value);
      }
      default -> {
        if (!field.isEmpty()) { // a comment has an empty one
          throw new IllegalStateException("not a line of an event stream: " + text);
        }
      }
    }
  }

  private void dispatch() {
    if (hasData) {
      events.accept(new SseEvent(name.isEmpty() ? "message" : name, id, data.toString()));
    }
    data.setLength(0);
    name = "";
    id = "";
    hasData = false;
  }

  /** What the stream said about reconnecting, ms; empty if nothing. */
  public String retry() {
    return retry;
  }
}
