package io.windsock.control.monitor;

import java.time.Instant;
import java.time.InstantSource;

/**
 * The brokers' clock, estimated from the timestamps they give to samples. Ages of samples are
 * measured by it, so a machine whose own clock is off decides correctly. Until the first sample it
 * follows the machine's clock. The control thread updates it; any thread may read it.
 */
public final class BrokerClock implements InstantSource {
  /** The number of recent samples considered; the one with the shortest transit time counts. */
  static final int WINDOW = 16;

  private final InstantSource own;
  private final long[] aheadMs = new long[WINDOW];
  private int count;
  private volatile long offsetMs;

  /**
   * Creates a clock that no sample has set yet.
   *
   * @param own the machine's clock
   */
  public BrokerClock(InstantSource own) {
    this.own = own;
  }

  /** Records that a sample with this broker timestamp was read just now. */
  public void sampled(long atMs) {
    aheadMs[count % WINDOW] = atMs - own.millis();
    count++;
    long most = aheadMs[0];
    for (int i = 1; i < Math.min(count, WINDOW); i++) {
      most = Math.max(most, aheadMs[i]);
    }
    offsetMs = most;
  }

  /** Returns the time by the machine's own clock, ms since the epoch. */
  public long ownMillis() {
    return own.millis();
  }

  @Override
  public long millis() {
    return own.millis() + offsetMs;
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(millis());
  }
}
