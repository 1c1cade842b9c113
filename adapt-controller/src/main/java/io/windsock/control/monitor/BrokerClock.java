package io.windsock.control.monitor;

import java.time.Instant;
import java.time.InstantSource;

/**
 * The brokers' clock, as far as it shows in the times that they give to samples. Ages of samples
 * are told by it, so that a machine whose clock is off decides as one whose clock is right. Until
 * the first sample it is the machine's own clock. The control thread tells it; any thread may read
 * it.
 */
public final class BrokerClock implements InstantSource {
  /** Samples that it remembers; the one that came soonest after it was stamped counts. */
  static final int WINDOW = 16;

  private final InstantSource own;
  private final long[] aheadMs = new long[WINDOW];
  private int count;
  private volatile long offsetMs;

  /**
   * A clock that no sample has set yet.
   *
   * @param own the machine's clock
   */
  public BrokerClock(InstantSource own) {
    this.own = own;
  }

  /** A sample was read now that a broker got at this time by its clock. */
  public void sampled(long atMs) {
    aheadMs[count % WINDOW] = atMs - own.millis();
    count++;
    long most = aheadMs[0];
    for (int i = 1; i < Math.min(count, WINDOW); i++) {
      most = Math.max(most, aheadMs[i]);
    }
    offsetMs = most;
  }

  /** The time by the machine's own clock, ms since the epoch. */
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
