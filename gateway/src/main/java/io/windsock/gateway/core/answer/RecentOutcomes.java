package io.windsock.gateway.core.answer;

/**
 * What became of the calls that are no longer pending, so that further answers to them can be told
 * apart. A table by the id's hash, in which a newer call overwrites an older one of the same place:
 * bounded, and forgetful only under load. Owned by the core's thread.
 */
public final class RecentOutcomes {
  /** What became of a call. */
  public enum Outcome {
    /** Nothing is known of it. */
    UNKNOWN,
    /** The requester got a site's answer. */
    ANSWERED,
    /** It was shed, its deadline passed, or its requester cancelled it or left. */
    OVER
  }

  /** The number of calls remembered, a power of two. */
  static final int MAX = 1 << 15;

  /** The lowest two bits of an entry say what became of the call; the others are of its hash. */
  private static final long OUTCOME_BITS = 3;

  private static final long ANSWERED_BITS = 1;
  private static final long OVER_BITS = 2;

  private final long[] table = new long[MAX];

  /** Creates an empty memory. */
  public RecentOutcomes() {}

  /** Remembers that a site's answer was relayed. */
  public void answered(long hash) {
    note(hash, ANSWERED_BITS);
  }

  /** Remembers that the call ended without one. */
  public void over(long hash) {
    note(hash, OVER_BITS);
  }

  private void note(long hash, long outcome) {
    table[place(hash)] = (hash & ~OUTCOME_BITS) | outcome;
  }

  /** Returns what became of the call with this hash. */
  public Outcome of(long hash) {
    long entry = table[place(hash)];
    long outcome = entry & OUTCOME_BITS;
    if (outcome == 0 || ((entry ^ hash) & ~OUTCOME_BITS) != 0) {
      return Outcome.UNKNOWN;
    }
    return outcome == ANSWERED_BITS ? Outcome.ANSWERED : Outcome.OVER;
  }

  private static int place(long hash) {
    return (int) (hash >>> 32) & (MAX - 1);
  }
}
