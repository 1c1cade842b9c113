package io.windsock.feeds;

/**
 * What became of the records read so far. Each record is counted once: {@code records == yielding +
 * merged + excluded + faults}.
 *
 * @param records records read: lines of SBS, rows of CSV, aircraft or elements of JSON, Avro
 *     records; headers and blank lines are none
 * @param yielding records that gave at least one event
 * @param merged records that gave no event of their own: what they say goes out with later events
 *     of the same key
 * @param excluded records that are sound and have nothing to send: an aircraft without a position,
 *     or a row that the mapping's conditions leave out
 * @param faults records that could not be used, each reported to the {@link FaultSink}
 * @param events events given by the yielding records, at least one each
 * @param progress share of the feed given out, 0 to 1; {@link #UNKNOWN} where the end is not known,
 *     as with standard input
 */
public record FeedStats(
    long records,
    long yielding,
    long merged,
    long excluded,
    long faults,
    long events,
    double progress) {
  /** Value of {@link #progress} where the end of the feed is not known. */
  public static final double UNKNOWN = -1;

  /** Nothing read yet. */
  public static final FeedStats NONE = new FeedStats(0, 0, 0, 0, 0, 0, 0);

  /** Whether every record is accounted for. */
  public boolean addsUp() {
    return records == yielding + merged + excluded + faults && events >= yielding;
  }

  /** The sum of the counts; the progress is this one's. */
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

  /** The same counts at another progress. */
  public FeedStats withProgress(double newProgress) {
    return new FeedStats(records, yielding, merged, excluded, faults, events, newProgress);
  }
}
