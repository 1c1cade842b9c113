package io.windsock.gateway.core.load;

/**
 * How many calls of a kind may be pending now: as many as the high watermark, unless calls become
 * slow. A call is slow if it took over three quarters of its time, and no less than {@link
 * #MIN_SLOW_MS}: callers with shorter deadlines, which no site can meet, do not lower the limit.
 * Whenever {@link #WINDOW_MS} have passed and {@link #MIN_CALLS} have ended, the limit rises by a
 * tenth if none was slow, and falls by half of the slow ones' share if more than {@link
 * #MAX_SLOW_PERCENT} % were (Alizadeh and others, "Data Center TCP", 2010, section 3.1, halve a
 * window by the share of marked packets in the same way). A fixed watermark can't know how many
 * calls the sites answer within their deadlines. Owned by the core's thread.
 */
public final class PendingLimit {
  /** The least time between two changes, ms. */
  public static final long WINDOW_MS = 100;

  /** Fewer calls than this change nothing. */
  public static final int MIN_CALLS = 50;

  /** A call that took less is not slow, ms. */
  public static final int MIN_SLOW_MS = 20;

  /** The share of slow calls that is allowed, in percent. */
  public static final int MAX_SLOW_PERCENT = 2;

  /** The limit never falls below this, or the high watermark: a few calls are no overload. */
  public static final int MIN_LIMIT = 16;

  private static final long WINDOW_NS = WINDOW_MS * 1_000_000;
  private static final long MIN_SLOW_NS = MIN_SLOW_MS * 1_000_000L;
  private static final int RISE_PART = 10;

  private final Watermark watermark;
  private final int most;
  private int limit;
  private long sinceNs;
  private int ended;
  private int slow;
  private int peak;

  /** Calls that arrived before this were admitted under a higher limit. */
  private long fellNs;

  /**
   * Creates the limit of a watermark, which starts as the high one.
   *
   * @param nowNs the time
   */
  public PendingLimit(Watermark watermark, long nowNs) {
    this.watermark = watermark;
    this.most = watermark.high();
    this.limit = most;
    this.sinceNs = nowNs;
    this.fellNs = nowNs;
  }

  /**
   * Counts a call that ends and is still pending.
   *
   * @param receivedNs when it arrived
   * @param tookNs for how long it was pending, ns
   * @param timeNs how long it was allowed to be, ns
   */
  public void ended(long receivedNs, long tookNs, long timeNs) {
    peak = Math.max(peak, watermark.pending());
    if (receivedNs - fellNs >= 0) {
      ended++;
      slow += tookNs >= MIN_SLOW_NS && tookNs > timeNs - timeNs / 4 ? 1 : 0;
    }
  }

  /** Sets the watermark anew if enough time has passed. To be called at each tick. */
  public void advance(long nowNs) {
    if (nowNs - sinceNs < WINDOW_NS || ended < MIN_CALLS) {
      return;
    }
    if (slow * 100L > (long) ended * MAX_SLOW_PERCENT) {
      int reached = Math.min(limit, peak);
      int fallen = (int) (reached - reached * (long) slow / (2L * ended));
      limit = Math.max(Math.min(most, MIN_LIMIT), fallen);
      fellNs = nowNs;
    } else if (slow == 0) {
      limit = Math.min(most, limit + Math.max(1, limit / RISE_PART));
    }
    watermark.limitTo(limit);
    sinceNs = nowNs;
    ended = 0;
    slow = 0;
    peak = 0;
  }
}
