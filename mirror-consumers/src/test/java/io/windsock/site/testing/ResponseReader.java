package io.windsock.site.testing;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Takes one HTTP response apart, in whatever pieces its bytes come: head, then body. */
final class ResponseReader {
  /** Takes what it finds. */
  interface Sink {
    void head(int status, Map<String, String> headers);

    void body(byte[] bytes, int from, int length);

    /** The body is complete. */
    void end();
  }

  private enum Part {
    HEAD,
    FIXED,
    CHUNK_SIZE,
    CHUNK,
    CHUNK_END,
    TRAILER,
    OVER
  }

  private final Sink sink;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private final Map<String, String> headers = new TreeMap<>();
  private Part part = Part.HEAD;
  private int status;
  private long left;

  ResponseReader(Sink sink) {
    this.sink = sink;
  }

  void take(byte[] bytes, int length) {
    int at = 0;
    while (at < length && part != Part.OVER) {
      if (part == Part.FIXED || part == Part.CHUNK) {
        int now = (int) Math.min(left, length - at);
        sink.body(bytes, at, now);
        at += now;
        left -= now;
        if (left == 0) {
          part = part == Part.CHUNK ? Part.CHUNK_END : over();
        }
      } else if (bytes[at] == '\n') {
        endLine(line.toString(StandardCharsets.ISO_8859_1).stripTrailing());
        line.reset();
        at++;
      } else {
        line.write(bytes[at++]);
      }
    }
  }

  private Part over() {
    sink.end();
    return Part.OVER;
  }

  private void endLine(String text) {
    switch (part) {
      case HEAD -> headLine(text);
      case CHUNK_SIZE -> {
        left = Long.parseLong(text, 16);
        part = left == 0 ? Part.TRAILER : Part.CHUNK;
      }
      case CHUNK_END -> part = Part.CHUNK_SIZE;
      default -> part = text.isEmpty() ? over() : Part.TRAILER;
    }
  }

  private void headLine(String text) {
    if (status == 0) {
      status = Integer.parseInt(text.split(" ", -1)[1]);
    } else if (!text.isEmpty()) {
      int colon = text.indexOf(':');
      headers.merge(
          text.substring(0, colon).toLowerCase(Locale.ROOT),
          text.substring(colon + 1).trim(),
          (a, b) -> a + ", " + b);
    } else {
      sink.head(status, headers);
      if ("chunked".equals(headers.get("transfer-encoding"))) {
        part = Part.CHUNK_SIZE;
      } else {
        left = Long.parseLong(headers.getOrDefault("content-length", "0"));
        part = left == 0 ? over() : Part.FIXED;
      }
    }
  }
}
