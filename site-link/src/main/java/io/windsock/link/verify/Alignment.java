package io.windsock.link.verify;

/**
 * How many records each side has before the first that both have.
 *
 * @param atSource records to skip at the source
 * @param atTarget records to skip at the target
 */
record Alignment(long atSource, long atTarget) {
  /** Both logs begin with the same record. */
  static final Alignment NONE = new Alignment(0, 0);

  /** Returns the alignment of logs that end with the same record. */
  static Alignment atEnd(long sourceRecords, long targetRecords) {
    long common = Math.min(sourceRecords, targetRecords);
    return new Alignment(sourceRecords - common, targetRecords - common);
  }
}
