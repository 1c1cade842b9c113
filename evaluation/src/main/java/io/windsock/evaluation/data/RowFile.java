package io.windsock.evaluation.data;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.windsock.contracts.config.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * A CSV file of rows, open for appending.
 *
 * <p>Each append is flushed, so a process that is killed leaves at most one unfinished line at the
 * end, which {@link #read} ignores. Not thread-safe: the thread that runs the experiment appends.
 */
public final class RowFile implements AutoCloseable {
  private static final List<String> HEADER = List.of("setting", "x", "round", "measure", "value");

  private final CsvWriter csv;

  private RowFile(CsvWriter csv) {
    this.csv = csv;
  }

  /**
   * Creates the file with its header.
   *
   * @throws Failure if the file exists
   */
  public static RowFile create(Path path) throws IOException {
    try {
      CsvWriter csv =
          CsvWriter.builder()
              .lineDelimiter(LineDelimiter.LF)
              .build(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      csv.writeRecord(HEADER).flush();
      return new RowFile(csv);
    } catch (FileAlreadyExistsException e) {
      throw new Failure(path + " exists; name another folder or remove it", e);
    }
  }

  /** Appends the rows and flushes them to the file. */
  public void append(List<Row> rows) throws IOException {
    for (Row row : rows) {
      csv.writeRecord(
          row.setting(),
          Double.toString(row.x()),
          Integer.toString(row.round()),
          row.measure(),
          Double.toString(row.value()));
    }
    csv.flush();
  }

  @Override
  public void close() throws IOException {
    csv.close();
  }

  /**
   * Returns the rows of a file without an unfinished last line.
   *
   * @throws Failure if the header or a row is malformed; the message names the file and the line
   */
  public static Table read(Path path) throws IOException {
    List<Row> rows = new ArrayList<>();
    try (CsvReader<CsvRecord> csv = reader(finishedLines(path))) {
      Iterator<CsvRecord> records = csv.iterator();
      if (records.hasNext()) {
        checkHeader(path, records.next());
      }
      records.forEachRemaining(line -> rows.add(row(path, line)));
      return new Table(rows);
    } catch (CsvParseException | IllegalArgumentException e) {
      throw new Failure(path + ": " + e.getMessage(), e);
    }
  }

  /** Returns the file's text up to its last line break. */
  private static String finishedLines(Path path) throws IOException {
    byte[] bytes = Files.readAllBytes(path);
    int length = bytes.length;
    while (length > 0 && bytes[length - 1] != '\n') {
      length--;
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  private static CsvReader<CsvRecord> reader(String text) {
    return CsvReader.builder()
        .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
        .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
        .allowUnclosedQuote(false)
        .ofCsvRecord(text);
  }

  private static void checkHeader(Path path, CsvRecord line) {
    if (!line.getFields().equals(HEADER)) {
      throw malformed(path, line, "the header is “" + String.join(",", line.getFields()) + "”");
    }
  }

  private static Row row(Path path, CsvRecord line) {
    if (line.getFieldCount() != HEADER.size()) {
      throw malformed(path, line, line.getFieldCount() + " fields");
    }
    try {
      return new Row(
          line.getField(0),
          Double.parseDouble(line.getField(1)),
          Integer.parseInt(line.getField(2)),
          line.getField(3),
          Double.parseDouble(line.getField(4)));
    } catch (IllegalArgumentException e) {
      throw malformed(path, line, String.valueOf(e.getMessage()));
    }
  }

  private static Failure malformed(Path path, CsvRecord line, String fault) {
    return new Failure(
        String.format(
            "%s, line %d: %s; expected %s",
            path, line.getStartingLineNumber(), fault, String.join(",", HEADER)));
  }
}
