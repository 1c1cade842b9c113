package io.windsock.feeds.read;

import java.util.List;

/**
 * The format of a file of delimiter-separated values.
 *
 * @param delimiter an ASCII character between fields
 * @param quote an ASCII character around fields that contain delimiters or line breaks, doubled
 *     inside them; 0: fields are never quoted
 * @param comment an ASCII character that starts a comment line; 0: there are no comments
 * @param columns the names of the columns if the file has no header line; empty: it has one
 * @param ragged whether a line may omit its last columns, which are then absent
 */
public record CsvFormat(
    char delimiter, char quote, char comment, List<String> columns, boolean ragged) {
  /** Commas, double quotes and a header line. */
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
