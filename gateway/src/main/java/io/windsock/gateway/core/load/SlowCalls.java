package io.windsock.gateway.core.load;

import io.windsock.gateway.core.route.Candidates;
import java.util.Arrays;

/**
 * How many calls each site had lately, and how many of them were slow there. Slow sites beside
 * quick ones have a fault, which is no overload: they do not count. Bounded. Owned by the core's
 * thread.
 */
final class SlowCalls {
  /** Sites with fewer calls do not show that the others have a fault. */
  static final int MIN_OF_QUICK = 25;

  /** Sites are quick if no more than one call in so many is not. */
  private static final int QUICK_PART = 10;

  private final int[] calls = new int[Candidates.MAX];
  private final int[] slow = new int[Candidates.MAX];
  private final int[] notQuick = new int[Candidates.MAX];
  private int total;
  private int totalSlow;
  private int totalNotQuick;

  /**
   * A share of slow calls.
   *
   * @param slow how many are slow
   * @param of of how many; 0 if there are none
   */
  record Share(int slow, int of) {
    /** Returns whether more than so many of a hundred are slow. */
    boolean isOver(int percent) {
      return slow * 100L > (long) of * percent;
    }

    /** Returns this share of a number, rounded down. */
    int part(int number) {
      return of == 0 ? 0 : (int) ((long) number * slow / of);
    }

    private boolean isUnder(Share other) {
      return (long) slow * other.of < (long) other.slow * of;
    }
  }

  /**
   * Counts a call at a site.
   *
   * @param slot the site, 0 to 63
   * @param isSlow whether it was slow
   * @param isQuick whether it took at most half of what is slow
   */
  void add(int slot, boolean isSlow, boolean isQuick) {
    calls[slot]++;
    total++;
    if (isSlow) {
      slow[slot]++;
      totalSlow++;
    }
    if (!isQuick) {
      notQuick[slot]++;
      totalNotQuick++;
    }
  }

  /** Returns how many calls were counted. */
  int total() {
    return total;
  }

  /** Returns the share of slow calls, at the quick sites alone if there are such. */
  Share share() {
    Share least = new Share(totalSlow, total);
    Share rest = least;
    int restNotQuick = totalNotQuick;
    long left = 0;
    for (int slot = slowest(left); slot >= 0; slot = slowest(left)) {
      left |= 1L << slot;
      rest = new Share(rest.slow - slow[slot], rest.of - calls[slot]);
      restNotQuick -= notQuick[slot];
      boolean quick = rest.of >= MIN_OF_QUICK && restNotQuick * QUICK_PART <= rest.of;
      if (quick && rest.isUnder(least)) {
        least = rest;
      }
    }
    return least;
  }

  /** Returns the slowest site that is not in {@code left}; -1 if there is none. */
  private int slowest(long left) {
    int slowest = -1;
    for (int slot = 0; slot < calls.length; slot++) {
      boolean isCandidate = calls[slot] > 0 && (left & (1L << slot)) == 0;
      if (isCandidate && (slowest < 0 || isSlower(slot, slowest))) {
        slowest = slot;
      }
    }
    return slowest;
  }

  private boolean isSlower(int slot, int other) {
    int byShare = Long.compare((long) slow[slot] * calls[other], (long) slow[other] * calls[slot]);
    if (byShare != 0) {
      return byShare > 0;
    }
    return calls[slot] != calls[other]
        ? calls[slot] > calls[other]
        : notQuick[slot] > notQuick[other];
  }

  /** Forgets all calls. */
  void clear() {
    Arrays.fill(calls, 0);
    Arrays.fill(slow, 0);
    Arrays.fill(notQuick, 0);
    total = 0;
    totalSlow = 0;
    totalNotQuick = 0;
  }
}
