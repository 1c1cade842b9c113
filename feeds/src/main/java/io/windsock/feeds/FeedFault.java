package io.windsock.feeds;

/**
 * A record of a feed that could not be used.
 *
 * @param file the file as the user named it, {@code -} for standard input
 * @param unit what {@code number} counts
 * @param number the line or record number, from 1
 * @param reason the reason, with the offending value
 * @param raw the record as text, truncated to {@link #MAX_RAW_CHARS}
 */
public record FeedFault(String file, Unit unit, long number, String reason, String raw) {
  /** The maximum length of a record's text in a fault. */
  public static final int MAX_RAW_CHARS = 4096;

  /** The unit of a fault's number. */
  public enum Unit {
    /** A line of a text file. */
    LINE,
    /** An element of a JSON document or a record of an Avro file. */
    RECORD
  }

  /** Truncates the text. */
  public FeedFault {
    if (raw.length() > MAX_RAW_CHARS) {
      raw = raw.substring(0, MAX_RAW_CHARS);
    }
  }

  /** Returns the fault as a message: {@code flights.csv, line 12: latitude 'x' is not a number}. */
  @Override
  public String toString() {
    return file + ", " + (unit == Unit.LINE ? "line " : "record ") + number + ": " + reason;
  }
}
