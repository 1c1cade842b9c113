package io.windsock.feeds;

/**
 * One record of a feed that could not be used.
 *
 * @param file the file as it was named, {@code -} for standard input
 * @param unit what {@code number} counts
 * @param number which line or record, from 1
 * @param reason why, in words, with the offending value
 * @param raw the record as text, cut to {@link #MAX_RAW_CHARS}
 */
public record FeedFault(String file, Unit unit, long number, String reason, String raw) {
  /** How much of a record's text a fault keeps. */
  public static final int MAX_RAW_CHARS = 4096;

  /** What the place of a fault is counted in. */
  public enum Unit {
    /** Lines of a text file. */
    LINE,
    /** Elements of a JSON document or records of an Avro file. */
    RECORD
  }

  /** Cuts the text. */
  public FeedFault {
    if (raw.length() > MAX_RAW_CHARS) {
      raw = raw.substring(0, MAX_RAW_CHARS);
    }
  }

  /** As a person reads it: {@code flights.csv, line 12: latitude 'x' is not a number}. */
  @Override
  public String toString() {
    return file + ", " + (unit == Unit.LINE ? "line " : "record ") + number + ": " + reason;
  }
}
