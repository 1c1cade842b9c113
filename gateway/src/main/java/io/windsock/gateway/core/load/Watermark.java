package io.windsock.gateway.core.load;

/**
 * The watermarks on the pending calls of a kind (the paper, section 3.4). Once as many are pending
 * as the high watermark, no more are admitted until no more than the low one are. So at most {@code
 * high} are ever pending. Both can be lowered for a while. Owned by the core's thread. Not final,
 * so that tests can put in a faulty one.
 */
public class Watermark {
  private final int high;
  private final int low;
  private int limit;
  private int pending;
  private boolean above;

  /**
   * Creates a watermark with nothing pending.
   *
   * @param high at least 1
   * @param low less than {@code high}
   */
  public Watermark(int high, int low) {
    if (low < 0 || high <= low) {
      throw new IllegalArgumentException("watermarks: high " + high + ", low " + low);
    }
    this.high = high;
    this.low = low;
    this.limit = high;
  }

  /** Returns the high watermark, whatever the limit. */
  public int high() {
    return high;
  }

  /** Returns the high watermark as it is now. */
  public int limit() {
    return limit;
  }

  /**
   * Sets the high watermark for the time being, and the low one in proportion. What is pending
   * stays so.
   *
   * @param limit 1 to {@link #high}
   */
  public void limitTo(int limit) {
    if (limit < 1 || limit > high) {
      throw new IllegalArgumentException("limit " + limit + " of at most " + high);
    }
    this.limit = limit;
    above = above();
  }

  /** Returns whether the high watermark has been reached and the low one has not been since. */
  public boolean isAbove() {
    return above;
  }

  /** Returns how many are pending. */
  public int pending() {
    return pending;
  }

  /** Counts a call that was admitted. */
  public void entered() {
    pending++;
    above = above();
  }

  /** Counts a call that is no longer pending. */
  public void left() {
    pending--;
    above = above();
  }

  private boolean above() {
    return above(above, pending, limit, (int) ((long) low * limit / high));
  }

  /** Returns whether new calls are refused from now on. */
  protected boolean above(boolean before, int pending, int high, int low) {
    return pending >= high || (before && pending > low);
  }
}
