package io.windsock.gateway.core;

/**
 * What this gateway has to do for a call (the paper, section 3.2): the primary sends it at once; a
 * backup holds it and reissues it; a gateway that no other shares the call with does both.
 * Stateless. Not final, so that tests can put in a faulty one.
 */
class Duties {
  /** Beyond this the times of two backups can hardly be told apart. */
  private static final int MAX_HALVINGS = 4;

  /** Whether this gateway sends the call without waiting. */
  boolean leads(Pending call) {
    return call.ahead == 0;
  }

  /** Whether this gateway reissues the call when time passes. */
  boolean reissues(Pending call) {
    return call.ahead != 0 || call.sharing == 0;
  }

  /** Whether the call is to be at a site now: it was sent, or is to be without waiting. */
  boolean needsSite(Pending call) {
    return call.outstanding == 0 && (call.tried != 0 || leads(call));
  }

  /**
   * Returns when the call is reissued if it has no final answer: at half of the deadline. With more
   * than two gateways the next backup waits for half of the time that is left then, and so on.
   */
  long reissueNs(Pending call) {
    int halvings = Math.max(1, Math.min(MAX_HALVINGS, Long.bitCount(call.ahead)));
    return call.deadlineNs - ((call.deadlineNs - call.receivedNs) >> halvings);
  }

  /**
   * Returns when the call may be reissued before that; {@link Long#MAX_VALUE} if it may not be.
   * Only the first backup does so.
   *
   * @param usualNs within which time most calls are answered; {@link Long#MAX_VALUE} if unknown
   */
  long earlyNs(Pending call, long usualNs) {
    long span = reissueNs(call) - call.receivedNs;
    boolean may = Long.bitCount(call.ahead) <= 1 && usualNs < span;
    return may ? call.receivedNs + usualNs : Long.MAX_VALUE;
  }

  /** Takes the excluded gateways out of those that share the call. */
  void exclude(Pending call, long gateways) {
    call.sharing &= ~gateways;
    call.ahead &= ~gateways;
  }

  /**
   * Returns the sites that are told that the caller cancelled a call: all that this gateway asked
   * and that work on it, also if other gateways share it, because they are cancelled there, too.
   */
  long cancelled(Pending call) {
    return call.outstanding;
  }

  /**
   * Returns the sites that are told that the caller of a call, or this gateway, has left: none if
   * other gateways share it, to which the caller may still be connected.
   */
  long abandoned(Pending call) {
    return call.sharing == 0 ? call.outstanding : 0;
  }

  /** Returns the sites that work on a call for which the site {@code winner} has answered. */
  long losers(Pending call, int winner) {
    return call.outstanding & ~(1L << winner);
  }
}
