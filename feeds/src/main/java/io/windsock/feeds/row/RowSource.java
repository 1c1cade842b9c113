package io.windsock.feeds.row;

import io.windsock.feeds.FeedFault;
import java.io.Closeable;
import java.io.IOException;

/**
 * Reads the records of one file as rows. Owned by one thread. Records that can't be split into
 * fields are reported to the file's {@link Tally} and skipped.
 */
public interface RowSource extends Closeable {
  /**
   * Advances to the next row; returns false at the end.
   *
   * @throws IOException if the file can't be read, or faults can't be stored
   */
  boolean next() throws IOException;

  /** Returns the current row, always the same object. */
  Row row();

  /** Returns the unit of {@link #number}. */
  FeedFault.Unit unit();

  /** Returns the line or record number of the row, from 1. */
  long number();

  /** Returns the record as text, in the detail that a fault report needs. */
  String raw();
}
