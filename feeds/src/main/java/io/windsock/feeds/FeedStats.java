package io.windsock.feeds;

/**
 * Counts of the records read so far. Each record is counted once: {@code records == yielding +
 * merged + excluded + faults}.
 *
 * @param records records read: lines of SBS, rows of CSV, aircraft or elements of JSON, Avro
 *     records; headers and blank lines do not count
 * @param yielding records that produced at least one event
 * @param merged records that produced no event of their own: later events of the same key carry
 *     their values
 * @param excluded valid records with nothing to send: an aircraft without a position, or a row that
 *     the mapping's conditions exclude
 * @param faults records that could not be used, each reported to the {@link FaultSink}
 * @param events events that the yielding records produced, at least one each
 * @param progress the fraction of the feed that has been returned, 0 to 1; {@link #UNKNOWN} if its
 *     length is unknown, as with standard input
 */
public record FeedStats(
    long records,
    long yielding,
    long merged,
    long excluded,
    long faults,
    long events,
    double progress) {
  /** The {@link #progress} of a feed of unknown length. */
  public static final double UNKNOWN = -1;

  /** The counts before anything is read. */
  public static final FeedStats NONE = new FeedStats(0, 0, 0, 0, 0, 0, 0);

  /** Whether every record is accounted for. */
  public boolean addsUp() {
    return records == yielding + merged + excluded + faults && events >= yielding;
  }

  /** Returns the sums of the counts, with the progress of this instance. */
  public FeedStats plus(FeedStats other) {
    return new FeedStats(
        records + other.records,
        yielding + other.yielding,
        merged + other.merged,
        excluded + other.excluded,
        faults + other.faults,
        events + other.events,
        progress);
  }

  /** Returns the same counts with another progress. */
  public FeedStats withProgress(double newProgress) {
    return new FeedStats(records, yielding, merged, excluded, faults, events, newProgress);
  }
}
