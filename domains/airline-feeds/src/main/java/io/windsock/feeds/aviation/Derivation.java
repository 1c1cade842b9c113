package io.windsock.feeds.aviation;

import io.windsock.feeds.read.BadValueException;
import io.windsock.feeds.read.Row;

/** Computes a format's row from a record's own fields; may remember earlier records. */
interface Derivation {
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
