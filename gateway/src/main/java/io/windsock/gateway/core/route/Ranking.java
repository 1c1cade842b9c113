package io.windsock.gateway.core.route;

import io.windsock.contracts.query.Rendezvous;

/**
 * The sites that may get calls: those that are due for a call in the order of their scores for it,
 * then the others likewise. Reused for each call.
 */
final class Ranking {
  private final int[] slots = new int[Candidates.MAX];
  private final long[] scores = new long[Candidates.MAX];
  private int size;
  private int due;

  /** Ranks the open sites for a call: insertion sort, as there are few of them. */
  void rank(long call, Candidates sites) {
    long first = sites.due(call);
    size = 0;
    insert(call, first, sites, 0);
    due = size;
    insert(call, sites.open() & ~first, sites, due);
  }

  private void insert(long call, long slots, Candidates sites, int from) {
    for (long rest = slots; rest != 0; rest &= rest - 1) {
      int slot = Long.numberOfTrailingZeros(rest);
      insert(slot, Rendezvous.score(call, sites.hash(slot)), from);
    }
  }

  private void insert(int slot, long score, int from) {
    int at = size++;
    while (at > from && scores[at - 1] < score) {
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

  /** Returns how many sites are due; they have the first ranks. */
  int due() {
    return due;
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
