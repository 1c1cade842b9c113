package io.windsock.platform.telemetry;

/**
 * The time of the newest record of the monitor topic, by the broker's clock, which is "now" for
 * whoever reads samples: while no broker answers, all members keep their ages. Owned by one thread.
 */
public final class NewestTime {
  private long ms = Long.MIN_VALUE;

  /**
   * Notes a record, in the order of the topic.
   *
   * @param atMs the broker's timestamp, ms since the epoch
   * @return whether the broker's clock has gone back, by more than a member may be silent: times
   *     from before can't be compared then, and the caller must discard its samples
   */
  public boolean note(long atMs) {
    boolean back = ms != Long.MIN_VALUE && atMs < ms - Members.ALIVE_MS;
    ms = back ? atMs : Math.max(ms, atMs);
    return back;
  }

  /** Returns the time, ms since the epoch; {@link Long#MIN_VALUE} before the first record. */
  public long ms() {
    return ms;
  }
}
