package io.windsock.feeds.read;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Splits one line of delimiter-separated values in place (RFC 4180, with any delimiter). A quote is
 * special only at the start of a field, so {@code 5" pipe} is a plain field. Owned by one thread.
 */
final class CsvSplitter {
  /** The result of {@link #split} for a quoted field that does not end in the line. */
  static final int UNFINISHED = -1;

  /** The result of {@link #split} if text follows a closing quote. */
  static final int MALFORMED = -2;

  /** Differs from every byte, including −1. */
  private static final int NO_BYTE = Integer.MIN_VALUE;

  private static final int START_FIELDS = 32;

  private final byte delimiter;
  private final int quote;
  private int[] starts = new int[START_FIELDS];
  private int[] ends = new int[START_FIELDS];
  private boolean[] escaped = new boolean[START_FIELDS];
  private int count;

  /** The position up to which an unfinished quoted field has been scanned. */
  private int scanned;

  CsvSplitter(CsvFormat format) {
    this.delimiter = (byte) format.delimiter();
    this.quote = format.quote() == 0 ? NO_BYTE : format.quote();
  }

  /**
   * Splits {@code bytes[from, to)} and returns the number of fields or an error code. The positions
   * of the fields are relative to {@code from}.
   */
  int split(byte[] bytes, int from, int to) {
    count = 0;
    return fields(bytes, from, from, to);
  }

  /** Continues after {@link #UNFINISHED} with a line that has been extended to {@code to}. */
  int resume(byte[] bytes, int from, int to) {
    int at = quoted(bytes, from, from + scanned, to);
    return at < 0 ? at : following(bytes, from, at, to);
  }

  private int fields(byte[] bytes, int from, int start, int to) {
    int at = start;
    while (true) {
      if (count == starts.length) {
        grow();
      }
      boolean isQuoted = at < to && bytes[at] == quote;
      starts[count] = (isQuoted ? at + 1 : at) - from;
      escaped[count] = false;
      at = isQuoted ? quoted(bytes, from, at + 1, to) : plain(bytes, from, at, to);
      if (at < 0) {
        return at;
      }
      count++;
      if (at == to) {
        return count;
      }
      at++;
    }
  }

  private int following(byte[] bytes, int from, int at, int to) {
    count++;
    return at == to ? count : fields(bytes, from, at + 1, to);
  }

  private int plain(byte[] bytes, int from, int start, int to) {
    int at = start;
    while (at < to && bytes[at] != delimiter) {
      at++;
    }
    ends[count] = at - from;
    return at;
  }

  private int quoted(byte[] bytes, int from, int start, int to) {
    int at = start;
    while (true) {
      while (at < to && bytes[at] != quote) {
        at++;
      }
      if (at == to) {
        scanned = at - from;
        return UNFINISHED;
      }
      if (at + 1 < to && bytes[at + 1] == quote) {
        escaped[count] = true;
        at += 2;
        continue;
      }
      ends[count] = at - from;
      at++;
      return at == to || bytes[at] == delimiter ? at : MALFORMED;
    }
  }

  private void grow() {
    starts = Arrays.copyOf(starts, count * 2);
    ends = Arrays.copyOf(ends, count * 2);
    escaped = Arrays.copyOf(escaped, count * 2);
  }

  /** Returns the start of the field, relative to the start of the line. */
  int start(int field) {
    return starts[field];
  }

  int end(int field) {
    return ends[field];
  }

  /** Whether the field contains doubled quotes, each of which stands for one. */
  boolean escaped(int field) {
    return escaped[field];
  }

  /** Returns the names in a header that has been split into {@code count} fields. */
  List<String> names(byte[] bytes, int from, int count) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int length = ends[i] - starts[i];
      names.add(new String(bytes, from + starts[i], length, StandardCharsets.UTF_8).strip());
    }
    return names;
  }
}
