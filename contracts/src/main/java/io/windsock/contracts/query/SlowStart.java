package io.windsock.contracts.query;

/**
 * Which calls a member gets that has just started: one in {@value #FIRST_PART} at first, and all
 * after {@value #SPAN_MS} ms, while members that have run for longer take the others. A new JVM is
 * many times slower than one that has compiled its code. Load balancers call it a slow start.
 *
 * <p>Which calls those are follows from call and member, so gateways that know a member for about
 * as long agree. A call that a member gets early, it would also get later.
 */
public final class SlowStart {
  /** How long a member is new, ms. */
  public static final long SPAN_MS = 10_000;

  /** The same in ns. */
  public static final long SPAN_NS = SPAN_MS * 1_000_000;

  /** A member gets one call in so many at first. */
  public static final int FIRST_PART = 16;

  private static final double FIRST_SHARE = 1.0 / FIRST_PART;

  /** The number of draws: a draw is an int that is not negative. */
  private static final double DRAWS = 1L << (Integer.SIZE - 1);

  /** Makes draws independent of scores. */
  private static final long SALT = 0x9e3779b97f4a7c15L;

  private SlowStart() {}

  /**
   * Returns whether members that have just started get as many calls as others, because those are
   * too few: less than half, or none.
   *
   * @param others how many have run for longer
   * @param all how many there are
   */
  public static boolean isOff(int others, int all) {
    return 2 * others < all;
  }

  /**
   * Returns whether a member gets a call.
   *
   * @param call the hash of the call's id
   * @param member the hash of the member's name
   * @param forNs for how long the member has taken calls, ns
   */
  public static boolean admits(long call, long member, long forNs) {
    if (forNs >= SPAN_NS) {
      return true;
    }
    double share = FIRST_SHARE + (1 - FIRST_SHARE) * Math.max(0, forNs) / SPAN_NS;
    int draw = (int) (Rendezvous.score(call, member ^ SALT) >>> (Integer.SIZE + 1));
    return draw < share * DRAWS;
  }
}
