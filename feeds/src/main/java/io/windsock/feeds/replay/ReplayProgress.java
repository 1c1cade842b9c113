package io.windsock.feeds.replay;

import io.windsock.feeds.replay.time.Speed;

/**
 * A snapshot of a replay's progress. Immutable.
 *
 * @param state the replay's state
 * @param sent events passed to the producer
 * @param acked events that the brokers have acknowledged
 * @param settled the number of events, from the first, that are all settled: acknowledged or
 *     reported as faults
 * @param faults events that could not be sent, each reported to the {@link ReplayListener}
 * @param excluded events skipped because of {@code from}, {@code to}, {@code types} or {@code skip}
 * @param bytes bytes of the keys and values sent
 * @param eventTimeMs the newest event time sent, ms since the epoch, as written in the event;
 *     {@link #NONE} before the first
 * @param recordedMs the same in the recording's time, without loops and rebasing
 * @param ackedRecordedMs the newest event time in the recording up to which all events are settled
 * @param asked the requested speed
 * @param achieved the speed of the last seconds: recorded time over real time; 0 when paused
 * @param eventsPerSecond the events sent per second in the last seconds
 * @param latenessMs the time from when the last event was due to when it was sent; 0 at full speed
 * @param worstLatenessMs the maximum lateness since the last change of speed
 * @param loop the current loop, from 1
 * @param done the fraction of the whole replay that has been sent, 0 to 1; negative: unknown
 * @param remainingMs the time left at this speed; {@link #NONE}: unknown
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
  /** The value of an unknown time. */
  public static final long NONE = Long.MIN_VALUE;

  /** The state of a replay. */
  public enum State {
    /** Connecting to the brokers. */
    STARTING,
    /** Sending, or waiting until the next event is due. */
    RUNNING,
    /** Waiting to be resumed. */
    PAUSED,
    /** Ended with the feed; every event is acknowledged or a fault. */
    ENDED,
    /** Stopped; every event sent is acknowledged or a fault. */
    STOPPED,
    /** Failed. */
    FAILED
  }
}
