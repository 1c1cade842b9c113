package io.windsock.evaluation.load;

import java.nio.charset.StandardCharsets;

/**
 * Finds the events of an SSE stream that arrives in arbitrary chunks. It reads only the beginning
 * of each line, so that long rows cost little. One thread owns it.
 */
final class UpdateScanner {
  /** The value of an event that has no such column at the beginning of its data. */
  static final long NO_TIME = -1;

  /** A line's beginning: the keys and the version before the first column fit. */
  private static final int HEAD_BYTES = 1024;

  private static final byte[] EVENT = ascii("event: ");
  private static final byte[] DATA = ascii("data: ");

  private final Events events;
  private final byte[] column;
  private final byte[] head = new byte[HEAD_BYTES];
  private int headLength;
  private String name = "";
  private long timeMs = NO_TIME;

  /** Receives the events of a stream. */
  interface Events {
    /**
     * Receives an event.
     *
     * @param name {@code update} or another name
     * @param timeMs the number in the column; {@link #NO_TIME} if there is none
     */
    void event(String name, long timeMs);
  }

  /**
   * Creates a scanner.
   *
   * @param column the row's column that holds a time
   */
  UpdateScanner(String column, Events events) {
    this.column = ascii("\"" + column + "\":");
    this.events = events;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  void take(byte[] chunk) {
    int start = 0;
    for (int i = 0; i < chunk.length; i++) {
      if (chunk[i] == '\n') {
        append(chunk, start, i);
        line();
        headLength = 0;
        start = i + 1;
      }
    }
    append(chunk, start, chunk.length);
  }

  private void append(byte[] chunk, int from, int to) {
    int length = Math.min(to - from, HEAD_BYTES - headLength);
    System.arraycopy(chunk, from, head, headLength, length);
    headLength += length;
  }

  private void line() {
    if (headLength == 0) {
      dispatch();
    } else if (matches(EVENT, 0)) {
      name = new String(head, EVENT.length, headLength - EVENT.length, StandardCharsets.US_ASCII);
    } else if (matches(DATA, 0)) {
      timeMs = time();
    }
  }

  private void dispatch() {
    if (!name.isEmpty()) {
      events.event(name, timeMs);
    }
    name = "";
    timeMs = NO_TIME;
  }

  private boolean matches(byte[] text, int at) {
    if (headLength < at + text.length) {
      return false;
    }
    for (int i = 0; i < text.length; i++) {
      if (head[at + i] != text[i]) {
        return false;
      }
    }
    return true;
  }

  private long time() {
    for (int at = DATA.length; at <= headLength - column.length; at++) {
      if (matches(column, at)) {
        return digits(at + column.length);
      }
    }
    return NO_TIME;
  }

  private long digits(int from) {
    long value = 0;
    int at = from;
    while (at < headLength && head[at] >= '0' && head[at] <= '9') {
      value = 10 * value + head[at] - '0';
      at++;
    }
    return at == from ? NO_TIME : value;
  }
}
