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
    /** The deadline passed, or the requester left. */
    OVER
  }

  /** The number of calls remembered, a power of two. */
  static final int MAX = 1 << 15;

  private static final Outcome[] OUTCOMES = Outcome.values();
  private static final long OUTCOME_BITS = 3;

  /** Hashes, the lowest two bits replaced by the outcome's ordinal. */
  private final long[] table = new long[MAX];

  /** Creates an empty memory. */
  public RecentOutcomes() {}

  /** Remembers what became of the call with this hash. */
  public void note(long hash, Outcome outcome) {
    table[place(hash)] = hash & ~OUTCOME_BITS | outcome.ordinal();
  }

  /** Returns what became of the call with this hash. */
  public Outcome of(long hash) {
    long entry = table[place(hash)];
    boolean same = ((entry ^ hash) & ~OUTCOME_BITS) == 0;
    return same ? OUTCOMES[(int) (entry & OUTCOME_BITS)] : Outcome.UNKNOWN;
  }

  private static int place(long hash) {
    return (int) (hash >>> 32) & MAX - 1;
  }
}
