package io.windsock.gateway.core.load;

import io.windsock.gateway.core.route.Candidates;
import java.util.Arrays;

/**
 * How many calls each site had lately, and how many of them were slow there. A fault of one site is
 * no overload, so one site does not count: that without which the share of slow calls is smallest,
 * provided that the others have enough calls. Bounded. Owned by the core's thread.
 */
final class SlowCalls {
  /** Fewer calls of the other sites are not enough. */
  static final int MIN_OF_OTHERS = 25;

  private final int[] calls = new int[Candidates.MAX];
  private final int[] slow = new int[Candidates.MAX];
  private int total;
  private int totalSlow;

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
   */
  void add(int slot, boolean isSlow) {
    calls[slot]++;
    total++;
    if (isSlow) {
      slow[slot]++;
      totalSlow++;
    }
  }

  /** Returns how many calls were counted. */
  int total() {
    return total;
  }

  /** Returns the share of slow calls without the site that does not count. */
  Share share() {
    Share share = new Share(totalSlow, total);
    for (int slot = 0; slot < calls.length; slot++) {
      Share others = new Share(totalSlow - slow[slot], total - calls[slot]);
      if (others.of >= MIN_OF_OTHERS && others.isUnder(share)) {
        share = others;
      }
    }
    return share;
  }

  /** Forgets all calls. */
  void clear() {
    Arrays.fill(calls, 0);
    Arrays.fill(slow, 0);
    total = 0;
    totalSlow = 0;
  }
}
