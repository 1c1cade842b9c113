package io.windsock.feeds.aviation;

import io.windsock.feeds.FeedFault;
import io.windsock.feeds.read.BadValueException;
import io.windsock.feeds.read.RowSource;
import io.windsock.feeds.read.Tally;
import java.io.IOException;

/** The rows that a {@link Derivation} computes from the records of another source. */
record DerivedRows(RowSource records, Derivation derivation, DerivedRow row, Tally tally)
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
}
