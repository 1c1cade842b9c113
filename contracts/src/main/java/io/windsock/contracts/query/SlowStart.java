package io.windsock.contracts.query;

import java.util.Arrays;
import java.util.function.IntToLongFunction;

/**
 * Which members, in slots, are due for a call: those that have just started get one call in {@value
 * #FIRST_PART} of their share at first, and all of it after {@value #SPAN_MS} ms, while as many
 * others have run for longer. A new JVM is many times slower than one that has compiled its code.
 * Load balancers call it a slow start.
 *
 * <p>Which calls those are follows from call and member, so gateways that know a member for about
 * as long agree. A call that a member gets early, it would also get later. Sets of slots are bits.
 * Pure: the caller passes in times. Owned by one thread.
 */
public final class SlowStart {
  /** How long a member is new, ms. */
  public static final long SPAN_MS = 10_000;

  /** The same in ns. */
  public static final long SPAN_NS = SPAN_MS * 1_000_000;

  /** A member gets one call in so many of its share at first. */
  public static final int FIRST_PART = 16;

  private static final double FIRST_SHARE = 1.0 / FIRST_PART;

  /** The number of draws: a draw is an int that is not negative. */
  private static final double DRAWS = 1L << (Integer.SIZE - 1);

  /** Makes draws independent of scores. */
  private static final long SALT = 0x9e3779b97f4a7c15L;

  private final IntToLongFunction hashes;
  private final String[] incarnations;

  /** Since when those that are starting have taken calls. */
  private final long[] sinceNs;

  /** Processes that have not taken calls yet. */
  private long unseen;

  /** Those that have taken calls for less than the span. */
  private long starting;

  /**
   * Creates a slow start of members of which none is known.
   *
   * @param slots how many slots there are, at most 64
   * @param hashes returns the hash of the name of the member in a slot
   */
  public SlowStart(int slots, IntToLongFunction hashes) {
    this.hashes = hashes;
    incarnations = new String[slots];
    Arrays.fill(incarnations, "");
    sinceNs = new long[slots];
  }

  /**
   * Notes which process is the member in a slot.
   *
   * @param incarnation this run of it; empty if unknown, which changes nothing
   */
  public void seen(int slot, String incarnation) {
    if (!incarnation.isEmpty() && !incarnation.equals(incarnations[slot])) {
      incarnations[slot] = incarnation;
      unseen |= 1L << slot;
      starting &= ~(1L << slot);
    }
  }

  /** Notes that members take calls. To be called at least when one more does. */
  public void take(long slots, long nowNs) {
    long started = unseen & slots;
    for (long rest = started; rest != 0; rest &= rest - 1) {
      sinceNs[Long.numberOfTrailingZeros(rest)] = nowNs;
    }
    unseen &= ~started;
    starting |= started;
  }

  /** Forgets members, whose slots may soon be those of others. */
  public void forget(long slots) {
    for (long rest = slots; rest != 0; rest &= rest - 1) {
      incarnations[Long.numberOfTrailingZeros(rest)] = "";
    }
    unseen &= ~slots;
    starting &= ~slots;
  }

  /**
   * Returns those of {@code slots} that are due for a call; all, if most of them have just started.
   *
   * @param call the hash of the call's id
   */
  public long due(long call, long slots, long nowNs) {
    long started = slots & (starting(nowNs) | unseen);
    long due = slots & ~started;
    if (2 * Long.bitCount(due) < Long.bitCount(slots)) {
      return slots;
    }
    for (long rest = started & ~unseen; rest != 0; rest &= rest - 1) {
      int slot = Long.numberOfTrailingZeros(rest);
      boolean admitted = admits(call, hashes.applyAsLong(slot), nowNs - sinceNs[slot]);
      due |= admitted ? 1L << slot : 0;
    }
    return due;
  }

  private long starting(long nowNs) {
    for (long rest = starting; rest != 0; rest &= rest - 1) {
      int slot = Long.numberOfTrailingZeros(rest);
      starting &= nowNs - sinceNs[slot] >= SPAN_NS ? ~(1L << slot) : -1;
    }
    return starting;
  }

  /**
   * Returns whether a member gets a call.
   *
   * @param call the hash of the call's id
   * @param member the hash of the member's name
   * @param forNs for how long the member has taken calls, ns
   */
  static boolean admits(long call, long member, long forNs) {
    if (forNs >= SPAN_NS) {
      return true;
    }
    double share = FIRST_SHARE + (1 - FIRST_SHARE) * Math.max(0, forNs) / SPAN_NS;
    int draw = (int) (Rendezvous.score(call, member ^ SALT) >>> (Integer.SIZE + 1));
    return draw < share * DRAWS;
  }
}
