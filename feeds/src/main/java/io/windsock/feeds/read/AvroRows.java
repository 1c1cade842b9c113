package io.windsock.feeds.read;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.feeds.FeedFault;
import io.windsock.feeds.input.CorruptInputException;
import io.windsock.feeds.input.Input;
import io.windsock.feeds.row.AbsentTexts;
import io.windsock.feeds.row.BadValueException;
import io.windsock.feeds.row.Row;
import io.windsock.feeds.row.RowSource;
import io.windsock.feeds.row.Tally;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads an Avro container file as rows. A corrupt block is one fault, and reading continues with
 * the next block. A corrupt record also costs the rest of its block, because records in a block
 * have no marks.
 */
public final class AvroRows implements RowSource {
  private static final int BLOCK_FACTOR = 64;

  private final Input input;
  private final AvroContainer container;
  private final AvroDecoder decoder = new AvroDecoder();
  private final AvroRow row;
  private final Tally tally;
  private long left;
  private long records;
  private boolean ended;

  /**
   * Opens a file and reads its header.
   *
   * @param wanted paths of the fields to read; a row's field <i>i</i> is {@code wanted[i]}
   * @param maxBytes the maximum size of a record; a block may be 64 times as large
   * @throws ConfigurationException with every fault, if the file is not a readable Avro file or
   *     lacks fields
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
    List<Fault> faults = new ArrayList<>();
    for (String missing : AvroRow.missing(header.schema(), wanted)) {
      faults.add(new Fault(input.name(), missing));
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationException(faults);
    }
    int maxBlockBytes = (int) Math.min((long) maxBytes * BLOCK_FACTOR, Integer.MAX_VALUE / 2);
    this.container = new AvroContainer(input.stream(), header, maxBlockBytes);
    this.row = new AvroRow(header.schema(), wanted, absentTexts);
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
    String broken;
    try {
      int before = decoder.remaining();
      decoder.startRecord();
      row.read(decoder);
      broken = decoder.remaining() < before ? "" : "is empty";
    } catch (EOFException e) {
      broken = "is cut short";
    } catch (StackOverflowError e) {
      broken = "nests too deep";
    } catch (IOException | RuntimeException e) {
      // The reader may throw any exception for malformed input.
      broken = "is corrupt: " + e.getMessage();
    }
    if (!broken.isEmpty()) {
      lose("the record " + broken);
    }
    return broken.isEmpty();
  }

  /** Reports the record and skips the rest of its block. */
  private void lose(String reason) throws IOException {
    tally.fault(
        this,
        left == 0 ? reason : reason + "; with it " + left + " more records of its block are lost");
    records += left;
    left = 0;
  }

  private void readBlock() throws IOException {
    try {
      if (!container.next()) {
        ended = true;
        return;
      }
      decoder.set(container.block(), container.length());
      left = container.count();
    } catch (AvroContainer.BrokenBlockException e) {
      tally.fault(unit(), records + 1, e.reason(), "");
    } catch (CorruptInputException e) {
      ended = true;
      tally.fault(unit(), records + 1, e.reason(), "");
    }
  }

  /**
   * Returns a field of the current row as bytes.
   *
   * @throws BadValueException if the field does not hold bytes
   */
  public byte[] bytes(int field) throws BadValueException {
    return row.bytes(field);
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
}
