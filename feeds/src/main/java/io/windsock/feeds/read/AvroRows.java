package io.windsock.feeds.read;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.feeds.FeedFault;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An Avro container file as rows. A broken block is one fault, and reading goes on with the next
 * block; so is a broken record, which costs the rest of its block, for records in a block have no
 * marks.
 */
public final class AvroRows implements RowSource {
  private static final int BLOCK_FACTOR = 64;

  private final Input input;
  private final AvroContainer container;
  private final AvroPlan plan;
  private final AvroBytes cursor = new AvroBytes();
  private final AvroRow row;
  private final Tally tally;
  private long left;
  private long records;
  private boolean ended;

  /**
   * Opens a file, whose header is read at once.
   *
   * @param wanted paths of the fields to read; a row's field <i>i</i> is {@code wanted[i]}
   * @param maxBytes bound of a record; a block may be 64 times as large
   * @throws ConfigurationException if the file is no Avro file that can be read, or lacks fields;
   *     the faults name them all
   */
  public AvroRows(
      Input input, AbsentTexts absentTexts, List<String> wanted, int maxBytes, Tally tally)
      throws IOException {
    this.input = input;
    this.tally = tally;
    AvroHeader header = header(input);
    if (!AvroContainer.CODECS.contains(header.codec())) {
      throw ConfigurationException.of(
          input.name(),
          "is packed with '" + header.codec() + "'; known are " + AvroContainer.CODECS);
    }
    this.plan = new AvroPlan(header.schema(), wanted);
    List<Fault> faults = new ArrayList<>();
    for (String missing : plan.missing()) {
      faults.add(new Fault(input.name(), missing));
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationException(faults);
    }
    int maxBlockBytes = (int) Math.min((long) maxBytes * BLOCK_FACTOR, Integer.MAX_VALUE / 2);
    this.container = new AvroContainer(input.stream(), header, maxBlockBytes);
    this.row = new AvroRow(wanted, absentTexts);
  }

  private static AvroHeader header(Input input) throws IOException {
    try {
      return AvroHeader.read(input.stream());
    } catch (IOException e) {
      throw ConfigurationException.of(input.name(), "can't be read as Avro: " + e.getMessage());
    }
  }

  @Override
  public boolean next() throws IOException {
    while (!ended) {
      if (left > 0 && readRecord()) {
        return true;
      }
      if (left == 0) {
        readBlock();
      }
    }
    return false;
  }

  private boolean readRecord() throws IOException {
    records++;
    left--;
    int from = cursor.at;
    try {
      plan.walk(cursor, row.values);
      if (cursor.at == from) {
        throw new BadValueException("the record is empty");
      }
      return true;
    } catch (BadValueException e) {
      String lost = left == 0 ? "" : "; with it " + left + " more records of its block are lost";
      tally.fault(this, e.getMessage() + lost);
      records += left;
      left = 0;
      return false;
    }
  }

  private void readBlock() throws IOException {
    try {
      if (!container.next()) {
        ended = true;
        return;
      }
      cursor.set(container.block(), container.length());
      left = container.count();
    } catch (AvroContainer.BrokenBlockException e) {
      tally.fault(unit(), records + 1, e.reason(), "");
    } catch (CorruptInputException e) {
      ended = true;
      tally.fault(unit(), records + 1, e.reason(), "");
    }
  }

  /**
   * A field of the current row as bytes.
   *
   * @throws BadValueException if it holds none
   */
  public byte[] bytes(int field) throws BadValueException {
    AvroValue value = row.values[field];
    if (value.kind != AvroValue.Kind.BYTES) {
      throw BadValueException.of(row.names.get(field), value.text(), "is no bytes");
    }
    return Arrays.copyOfRange(value.bytes, value.from, value.to);
  }

  @Override
  public Row row() {
    return row;
  }

  @Override
  public FeedFault.Unit unit() {
    return FeedFault.Unit.RECORD;
  }

  @Override
  public long number() {
    return records;
  }

  @Override
  public String raw() {
    return row.raw();
  }

  @Override
  public void close() throws IOException {
    input.close();
  }

  /** The wanted values of the current record. */
  private static final class AvroRow implements Row {
    private final List<String> names;
    private final AbsentTexts absentTexts;
    private final AvroValue[] values;

    AvroRow(List<String> names, AbsentTexts absentTexts) {
      this.names = List.copyOf(names);
      this.absentTexts = absentTexts;
      this.values = new AvroValue[names.size()];
      Arrays.setAll(values, i -> new AvroValue());
    }

    /** The wanted values as text: the rest of the record has not been kept. */
    String raw() {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < values.length; i++) {
        text.append(i == 0 ? "" : ", ").append(names.get(i)).append('=').append(values[i].text());
      }
      return text.toString();
    }

    @Override
    public boolean absent(int field) {
      AvroValue value = values[field];
      return switch (value.kind) {
        case ABSENT -> true;
        case STRING -> absentTexts.has(value.bytes, value.from, value.to);
        case SYMBOL -> absentTexts.has(value.text());
        default -> false;
      };
    }

    @Override
    public String text(int field) {
      return values[field].text();
    }

    @Override
    public double number(int field) throws BadValueException {
      AvroValue value = values[field];
      double number =
          switch (value.kind) {
            case WHOLE -> value.number;
            case REAL -> value.real;
            case STRING -> Numbers.parse(value.bytes, value.from, value.to);
            default -> Double.NaN;
          };
      if (Double.isNaN(number) || Double.isInfinite(number)) {
        throw BadValueException.of(names.get(field), value.text(), "is not a number");
      }
      return number;
    }

    @Override
    public long integer(int field) throws BadValueException {
      AvroValue value = values[field];
      if (value.kind == AvroValue.Kind.WHOLE) {
        return value.number;
      }
      try {
        return Long.parseLong(value.text().strip());
      } catch (NumberFormatException e) {
        throw BadValueException.of(names.get(field), value.text(), "is not a whole number");
      }
    }
  }
}
