package io.windsock.gateway.core.load;

/**
 * Tokens for reissues before half of the deadline (Dean and Barroso, "The tail at scale", 2013,
 * bound hedged requests to a share in the same way). Each call that this gateway may reissue earns
 * a fraction of a token, and each reissue costs one. Reissues at half of the deadline cost one,
 * too, but need none: they may leave a debt. It starts empty, so early reissues never exceed the
 * share. Owned by the core's thread. Not final, so that tests can put in a faulty one.
 */
public class ReissueBudget {
  /** A token, in the unit in which it is kept. */
  private static final int TOKEN = 100;

  /** The most tokens saved, and the greatest debt. */
  static final int MAX_TOKENS = 100;

  private final int percent;
  private int saved;

  /**
   * Creates an empty budget.
   *
   * @param percent early reissues per hundred calls, 0 to 100
   */
  public ReissueBudget(int percent) {
    if (percent < 0 || percent > 100) {
      throw new IllegalArgumentException("a budget of " + percent + " %");
    }
    this.percent = percent;
  }

  /** Counts a call that this gateway may reissue. */
  public void earn() {
    saved = Math.min(saved + percent, MAX_TOKENS * TOKEN);
  }

  /** Takes a token for an early reissue. Returns whether there was one. */
  public boolean take() {
    boolean enough = saved >= TOKEN;
    if (enough) {
      saved -= TOKEN;
    }
    return enough;
  }

  /** Counts a reissue that needs no token. */
  public void spend() {
    saved = Math.max(saved - TOKEN, -MAX_TOKENS * TOKEN);
  }
}
