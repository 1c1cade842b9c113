package io.windsock.feeds.aviation;

import io.windsock.feeds.FeedFault;
import io.windsock.feeds.row.BadValueException;
import io.windsock.feeds.row.Row;
import io.windsock.feeds.row.RowSource;
import io.windsock.feeds.row.Tally;
import java.io.IOException;

/** The rows that a {@link Derivation} computes from the records of another source. */
public record DerivedRows(RowSource records, Derivation derivation, DerivedRow row, Tally tally)
    implements RowSource {
  @Override
  public boolean next() throws IOException {
    while (records.next()) {
      row.clear();
      try {
        Derivation.Verdict verdict = derivation.derive(records.row(), row);
        if (verdict == Derivation.Verdict.ROW) {
          return true;
        }
        if (verdict == Derivation.Verdict.MERGED) {
          tally.merged();
        } else {
          tally.excluded();
        }
      } catch (BadValueException e) {
        tally.fault(records, String.valueOf(e.getMessage()));
      }
    }
    return false;
  }

  @Override
  public FeedFault.Unit unit() {
    return records.unit();
  }

  @Override
  public long number() {
    return records.number();
  }

  @Override
  public String raw() {
    return records.raw();
  }

  @Override
  public void close() throws IOException {
    records.close();
  }

  /** Computes a format's row from a record's own fields; may remember earlier records. */
  public interface Derivation {
    /** The outcome of a record. */
    enum Verdict {
      /** The record produced a row. */
      ROW,
      /** The record's values will be part of later rows. */
      MERGED,
      /** The record is valid but produces nothing. */
      EXCLUDED
    }

    /**
     * Processes one record.
     *
     * @param in the record's fields, as requested from the format's reader
     * @param out cleared; filled if the result is {@link Verdict#ROW}
     * @throws BadValueException if the record can't be used
     */
    Verdict derive(Row in, DerivedRow out) throws BadValueException;
  }
}
