package io.windsock.feeds.input;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Splits bytes into lines ({@code \n} or {@code \r\n}) of bounded length. Skips a UTF-8 byte order
 * mark. A line can be extended by the next one, as quoted fields require, and shrunk again. Owned
 * by one thread.
 */
public final class Lines implements Closeable {
  private static final int START_BYTES = 64 * 1024;
  private static final int KEPT_OF_LONG_LINE_BYTES = 4096;

  private final InputStream in;
  private final int maxBytes;
  private byte[] buffer = new byte[START_BYTES];
  private int limit;
  private boolean ended;
  private boolean begun;

  /** The line is {@code buffer[from, to)}; the next one starts at {@code after}. */
  private int from;

  private int to;
  private int after;
  private boolean tooLong;
  private long number;
  private int spanned;

  public Lines(InputStream in, int maxBytes) {
    this.in = in;
    this.maxBytes = maxBytes;
  }

  /** Advances to the next line; returns false at the end. Empty lines count. */
  public boolean next() throws IOException {
    number += spanned;
    spanned = 0;
    from = after;
    to = from;
    tooLong = false;
    if (!begun) {
      skipByteOrderMark();
    }
    return take();
  }

  /**
   * Extends this line by the line break and the next line. Returns false and changes nothing at the
   * end, or if the line would exceed the bound.
   */
  public boolean extend() throws IOException {
    int length = to - from;
    int lengthWithBreak = after - from;
    if (take()) {
      return true;
    }
    tooLong = false;
    to = from + length;
    after = from + lengthWithBreak;
    return false;
  }

  /** Shrinks to the first line alone; the lines added by extending it are read again. */
  public void shrink() {
    if (spanned > 1) {
      after = from;
      while (buffer[after] != '\n') {
        after++;
      }
      to = withoutReturn(after);
      after++;
      spanned = 1;
    }
  }

  /** Extends the line from {@code after} up to the next line break. */
  private boolean take() throws IOException {
    int at = after;
    while (true) {
      while (at < limit && buffer[at] != '\n') {
        at++;
      }
      if (at < limit || ended) {
        return end(at);
      }
      if (at - from > maxBytes) {
        return spanned > 0 ? markTooLong() : skipLongLine();
      }
      int scanned = at - from;
      fill();
      at = from + scanned;
    }
  }

  private boolean end(int at) throws IOException {
    if (at == limit && at == after) {
      return false;
    }
    if (at - from > maxBytes) {
      return spanned > 0 ? markTooLong() : skipLongLine();
    }
    to = withoutReturn(at);
    after = Math.min(at + 1, limit);
    spanned++;
    return true;
  }

  private boolean markTooLong() {
    tooLong = true;
    return false;
  }

  /** Keeps the start of an over-long line for the report and skips the rest. */
  private boolean skipLongLine() throws IOException {
    tooLong = true;
    spanned = 1;
    int kept = Math.min(maxBytes, KEPT_OF_LONG_LINE_BYTES);
    System.arraycopy(buffer, from, buffer, 0, kept);
    int at = from + kept;
    from = 0;
    to = kept;
    while (true) {
      while (at < limit && buffer[at] != '\n') {
        at++;
      }
      if (at < limit) {
        after = at + 1;
        return true;
      }
      if (ended) {
        after = limit;
        return true;
      }
      limit = kept;
      at = kept;
      read();
    }
  }

  private int withoutReturn(int at) {
    return at > from && buffer[at - 1] == '\r' ? at - 1 : at;
  }

  /**
   * Moves the line to the front if that makes room, otherwise grows the buffer, and then reads
   * more.
   */
  private void fill() throws IOException {
    if (from > 0) {
      System.arraycopy(buffer, from, buffer, 0, limit - from);
      limit -= from;
      after -= from;
      to -= from;
      from = 0;
    }
    if (limit == buffer.length) {
      byte[] larger = new byte[buffer.length * 2];
      System.arraycopy(buffer, 0, larger, 0, limit);
      buffer = larger;
    }
    read();
  }

  private void read() throws IOException {
    int read = in.read(buffer, limit, buffer.length - limit);
    if (read < 0) {
      ended = true;
    } else {
      limit += read;
    }
  }

  private void skipByteOrderMark() throws IOException {
    begun = true;
    number = 1;
    while (limit < 3 && !ended) {
      read();
    }
    if (limit >= 3
        && (buffer[0] & 0xff) == 0xef
        && (buffer[1] & 0xff) == 0xbb
        && (buffer[2] & 0xff) == 0xbf) {
      from = 3;
      to = 3;
      after = 3;
    }
  }

  /** Returns the bytes that contain the line; valid until the next call of any method. */
  public byte[] bytes() {
    return buffer;
  }

  public int from() {
    return from;
  }

  /** Returns the end of the line, without its break. */
  public int to() {
    return to;
  }

  /** Whether the line exceeds the bound, so that only its start is available. */
  public boolean tooLong() {
    return tooLong;
  }

  public int maxBytes() {
    return maxBytes;
  }

  /** Returns the line number, from 1; that of the first line if it was extended. */
  public long number() {
    return number;
  }

  /** Whether the line contains only blanks. */
  public boolean blank() {
    for (int i = from; i < to; i++) {
      if (buffer[i] != ' ' && buffer[i] != '\t') {
        return false;
      }
    }
    return true;
  }

  /** Returns the line, or the available part of it, for a report. */
  public String text() {
    int length = Math.min(to - from, KEPT_OF_LONG_LINE_BYTES);
    return new String(buffer, from, length, StandardCharsets.UTF_8);
  }

  /** Returns the part of a line that was read before reading failed, for a report. */
  public String unfinished() {
    int length = Math.min(limit - from, KEPT_OF_LONG_LINE_BYTES);
    return new String(buffer, from, length, StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
