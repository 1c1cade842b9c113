package io.windsock.feeds.read;

import java.util.List;

/**
 * How a file of separated values is written.
 *
 * @param delimiter an ASCII character between fields
 * @param quote an ASCII character around fields that hold delimiters or line breaks, doubled inside
 *     them; 0: fields are never quoted
 * @param comment an ASCII character that makes a line a comment where it comes first; 0: none does
 * @param columns the columns' names where the file has no header line; empty: it has one
 * @param ragged whether a line may end before its last columns, which are then absent
 */
public record CsvFormat(
    char delimiter, char quote, char comment, List<String> columns, boolean ragged) {
  /** Commas, double quotes, a header line. */
  public static final CsvFormat STANDARD = new CsvFormat(',', '"', (char) 0, List.of(), false);

  /** Copies the list. */
  public CsvFormat {
    columns = List.copyOf(columns);
  }

  /** Whether the first line names the columns. */
  public boolean hasHeader() {
    return columns.isEmpty();
  }
}
