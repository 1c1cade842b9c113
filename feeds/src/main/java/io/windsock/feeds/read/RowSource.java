package io.windsock.feeds.read;

import io.windsock.feeds.FeedFault;
import java.io.Closeable;
import java.io.IOException;

/**
 * The records of one file as rows. Owned by one thread. Records that can't be split into fields are
 * reported to the file's {@link Tally} and passed over.
 */
public interface RowSource extends Closeable {
  /**
   * Reads on to the next row; false at the end.
   *
   * @throws IOException if the file can't be read, or faults can't be kept
   */
  boolean next() throws IOException;

  /** The row last read: always the same object. */
  Row row();

  /** What {@link #number} counts. */
  FeedFault.Unit unit();

  /** Which line or record the row came from, from 1. */
  long number();

  /** The record as text, as far as a fault report needs it. */
  String raw();
}
