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

  /**
   * Returns the alignment of logs that end with the same record. What one side has before that is
   * skipped only if the other one was trimmed: a log that was not has never had it.
   */
  static Alignment atEnd(
      long sourceRecords, boolean sourceTrimmed, long targetRecords, boolean targetTrimmed) {
    long common = Math.min(sourceRecords, targetRecords);
    return new Alignment(
        targetTrimmed ? sourceRecords - common : 0, sourceTrimmed ? targetRecords - common : 0);
  }
}
