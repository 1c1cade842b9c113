package io.windsock.feeds.aviation;

import io.windsock.feeds.read.BadValueException;
import io.windsock.feeds.read.Row;

/** Works out the row of a format from a record's own fields; may remember earlier records. */
interface Derivation {
  /** What became of a record. */
  enum Verdict {
    /** It gave a row. */
    ROW,
    /** Its values will stand in later rows. */
    MERGED,
    /** It is sound and there is nothing to give. */
    EXCLUDED
  }

  /**
   * Takes one record.
   *
   * @param in its fields, as the format's reader was asked for them
   * @param out cleared; set where the answer is {@link Verdict#ROW}
   * @throws BadValueException if the record can't be used
   */
  Verdict derive(Row in, DerivedRow out) throws BadValueException;
}
