package io.windsock.feeds.read;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.feeds.FeedFault;
import io.windsock.feeds.input.CorruptInputException;
import io.windsock.feeds.input.Input;
import io.windsock.feeds.input.Lines;
import io.windsock.feeds.row.AbsentTexts;
import io.windsock.feeds.row.BadValueException;
import io.windsock.feeds.row.Numbers;
import io.windsock.feeds.row.Row;
import io.windsock.feeds.row.RowSource;
import io.windsock.feeds.row.Tally;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a file of delimiter-separated values as rows. It works on the bytes in place: no string is
 * created for an unused field. Blank lines, comments and the header are not records.
 *
 * <p>A quoted field may span lines. If its end is not found, text follows its end, or the row ends
 * up with the wrong number of columns, the line that it starts on is one fault and reading
 * continues with the next line, so that a stray quote does not consume the rows after it.
 */
public final class CsvRows implements RowSource {
  private final Lines lines;
  private final CsvFormat format;
  private final CsvSplitter splitter;
  private final AbsentTexts absentTexts;
  private final Tally tally;
  private final CsvRow row;
  private final int columns;
  private int read;
  private boolean broken;

  /**
   * Opens a file and reads its header.
   *
   * @param wanted names of the columns to read; a row's field <i>i</i> is {@code wanted[i]}
   * @param maxBytes the maximum size of a record
   * @throws ConfigurationException if the file lacks columns; the fault names all of them
   */
  public CsvRows(
      Input input,
      CsvFormat format,
      AbsentTexts absentTexts,
      List<String> wanted,
      int maxBytes,
      Tally tally)
      throws IOException {
    this.lines = new Lines(input.stream(), maxBytes);
    this.format = format;
    this.splitter = new CsvSplitter(format);
    this.absentTexts = absentTexts;
    this.tally = tally;
    List<String> names = format.hasHeader() ? readHeader(input.name()) : format.columns();
    this.columns = names.size();
    this.row = new CsvRow(wanted, positions(input.name(), names, wanted));
  }

  private List<String> readHeader(String file) throws IOException {
    try {
      while (lines.next()) {
        if (!passedOver()) {
          return header(lines, splitter, file);
        }
      }
    } catch (CorruptInputException e) {
      throw ConfigurationException.of(file, "no header can be read: " + e.reason());
    }
    throw ConfigurationException.of(file, "is empty; it should begin with a header line");
  }

  private static List<String> header(Lines lines, CsvSplitter splitter, String file) {
    int count = splitter.split(lines.bytes(), lines.from(), lines.to());
    if (count < 0 || lines.tooLong()) {
      throw ConfigurationException.of(
          file + ", line " + lines.number(), "is not a header: " + shown(lines));
    }
    return splitter.names(lines.bytes(), lines.from(), count);
  }

  private static String shown(Lines lines) {
    return BadValueException.shorten(lines.text());
  }

  private static int[] positions(String file, List<String> names, List<String> wanted) {
    Map<String, Integer> byName = new HashMap<>();
    List<Fault> faults = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      if (byName.putIfAbsent(names.get(i), i) != null && wanted.contains(names.get(i))) {
        faults.add(new Fault(file, "has two columns '" + names.get(i) + "'"));
      }
    }
    int[] positions = new int[wanted.size()];
    for (int i = 0; i < positions.length; i++) {
      Integer position = byName.get(wanted.get(i));
      if (position == null) {
        faults.add(new Fault(file, "has no column '" + wanted.get(i) + "'; it has " + names));
      } else {
        positions[i] = position;
      }
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationException(faults);
    }
    return positions;
  }

  private boolean passedOver() {
    return lines.blank()
        || (format.comment() != 0 && lines.bytes()[lines.from()] == (byte) format.comment());
  }

  @Override
  public boolean next() throws IOException {
    try {
      while (!broken && lines.next()) {
        if (!passedOver() && readRow()) {
          return true;
        }
      }
    } catch (CorruptInputException e) {
      broken = true;
      tally.fault(unit(), number(), e.reason(), lines.unfinished());
    }
    return false;
  }

  private boolean readRow() throws IOException {
    if (lines.tooLong()) {
      tally.fault(this, "the line is longer than " + lines.maxBytes() + " bytes");
      return false;
    }
    int count = splitter.split(lines.bytes(), lines.from(), lines.to());
    while (count == CsvSplitter.UNFINISHED && lines.extend()) {
      count = splitter.resume(lines.bytes(), lines.from(), lines.to());
    }
    if (count == columns || (format.ragged() && count > 0 && count < columns)) {
      read = count;
      return true;
    }
    lines.shrink();
    tally.fault(this, fault(count));
    return false;
  }

  private String fault(int count) {
    return switch (count) {
      case CsvSplitter.UNFINISHED -> "a quoted field has no end";
      case CsvSplitter.MALFORMED -> "text follows a closing quote";
      default -> count + " columns instead of " + columns;
    };
  }

  /** Returns the number of columns in the current row. */
  public int columnsRead() {
    return read;
  }

  @Override
  public Row row() {
    return row;
  }

  @Override
  public FeedFault.Unit unit() {
    return FeedFault.Unit.LINE;
  }

  @Override
  public long number() {
    return lines.number();
  }

  @Override
  public String raw() {
    return lines.text();
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }

  private static String utf8(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }

  /** The fields of the current line. */
  private final class CsvRow implements Row {
    private final List<String> names;
    private final int[] positions;

    CsvRow(List<String> names, int[] positions) {
      this.names = List.copyOf(names);
      this.positions = positions;
    }

    private int from(int field) {
      return lines.from() + splitter.start(positions[field]);
    }

    private int to(int field) {
      return lines.from() + splitter.end(positions[field]);
    }

    @Override
    public boolean absent(int field) {
      return positions[field] >= read || absentTexts.has(lines.bytes(), from(field), to(field));
    }

    @Override
    public String text(int field) throws BadValueException {
      byte[] bytes = lines.bytes();
      int from = from(field);
      int to = to(field);
      for (int i = from; i < to; i++) {
        if (bytes[i] < 0) {
          checkUtf8(field, bytes, from, to);
          break;
        }
      }
      String text = utf8(bytes, from, to);
      if (splitter.escaped(positions[field])) {
        String quote = String.valueOf(format.quote());
        return text.replace(quote + quote, quote);
      }
      return text;
    }

    private void checkUtf8(int field, byte[] bytes, int from, int to) throws BadValueException {
      try {
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, to - from));
      } catch (CharacterCodingException e) {
        throw BadValueException.of(names.get(field), utf8(bytes, from, to), "is not UTF-8");
      }
    }

    @Override
    public double number(int field) throws BadValueException {
      double value = Numbers.parse(lines.bytes(), from(field), to(field));
      if (Double.isNaN(value)) {
        throw BadValueException.of(names.get(field), text(field), "is not a number");
      }
      return value;
    }

    @Override
    public long integer(int field) throws BadValueException {
      return Row.parseWhole(names.get(field), text(field).strip());
    }
  }
}
