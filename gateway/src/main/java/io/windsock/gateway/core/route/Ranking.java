package io.windsock.gateway.core.route;

import io.windsock.contracts.query.Rendezvous;

/** The sites that may get calls, in the order of their scores for a call. Reused for each call. */
final class Ranking {
  private final int[] slots = new int[Candidates.MAX];
  private final long[] scores = new long[Candidates.MAX];
  private int size;

  /** Ranks the open sites for a call: insertion sort, as there are few of them. */
  void rank(long call, Candidates sites) {
    size = 0;
    for (long rest = sites.open(); rest != 0; rest &= rest - 1) {
      int slot = Long.numberOfTrailingZeros(rest);
      insert(slot, Rendezvous.score(call, sites.hash(slot)));
    }
  }

  private void insert(int slot, long score) {
    int at = size++;
    while (at > 0 && scores[at - 1] < score) {
      scores[at] = scores[at - 1];
      slots[at] = slots[at - 1];
      at--;
    }
    scores[at] = score;
    slots[at] = slot;
  }

  int size() {
    return size;
  }

  /** Returns the slot of the site of {@code rank}, 0 to size - 1. */
  int slot(int rank) {
    return slots[rank];
  }

  /**
   * Returns the first of the ranks from, from + step and so on whose site is not in {@code tried};
   * size or more if there is none.
   */
  int next(int from, int step, long tried) {
    int rank = from;
    while (rank < size && (tried & (1L << slots[rank])) != 0) {
      rank += step;
    }
    return rank;
  }
}
