package io.windsock.feeds.replay;

/**
 * How far a replay is, at one moment. Immutable.
 *
 * @param state what it is doing
 * @param sent events handed to the producer
 * @param acked of those, how many the brokers have acknowledged
 * @param settled events from the first on of which each is settled: acknowledged, or told as fault
 * @param faults events that could not be sent, each told to the {@link ReplayListener}
 * @param excluded events left out by {@code from}, {@code to} or {@code types}
 * @param bytes keys and values of the events sent
 * @param eventTimeMs newest event time sent, ms since the epoch, as it stands in the event; {@link
 *     #NONE} before the first
 * @param recordedMs the same in the time of the recording, without loops and rebasing
 * @param ackedRecordedMs newest event time of the recording up to which all events are settled
 * @param asked speed asked for
 * @param achieved speed of the last seconds: recorded time over real time; 0 when paused
 * @param eventsPerSecond sent in the last seconds
 * @param latenessMs by how much the last event was sent after it was due; 0 at full speed
 * @param worstLatenessMs the largest of those since the last change of speed
 * @param loop which loop it is in, from 1
 * @param done share of the whole replay sent, 0 to 1; negative: not known
 * @param remainingMs time left at this speed; {@link #NONE}: not known
 */
public record ReplayProgress(
    State state,
    long sent,
    long acked,
    long settled,
    long faults,
    long excluded,
    long bytes,
    long eventTimeMs,
    long recordedMs,
    long ackedRecordedMs,
    Speed asked,
    double achieved,
    double eventsPerSecond,
    long latenessMs,
    long worstLatenessMs,
    int loop,
    double done,
    long remainingMs) {
  /** Stands for a time that is not known. */
  public static final long NONE = Long.MIN_VALUE;

  /** What a replay is doing. */
  public enum State {
    /** It connects to the brokers. */
    STARTING,
    /** It sends, or waits for the next event's time. */
    RUNNING,
    /** It waits to be resumed. */
    PAUSED,
    /** It ended with the feed; every event is acknowledged or a fault. */
    ENDED,
    /** It was stopped; every event sent is acknowledged or a fault. */
    STOPPED,
    /** It failed. */
    FAILED
  }
}
