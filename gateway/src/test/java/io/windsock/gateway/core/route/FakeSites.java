package io.windsock.gateway.core.route;

import io.windsock.contracts.query.Rendezvous;

/** Sites in slots 0 to n - 1, named by their slots. */
final class FakeSites implements Candidates {
  final int[] pending = new int[MAX];
  long open;

  /** The slots of sites that have just started, and get no call that others can have. */
  long starting;

  FakeSites(int sites) {
    open = sites == MAX ? -1 : (1L << sites) - 1;
  }

  @Override
  public long open() {
    return open;
  }

  @Override
  public long due(long call) {
    long due = open & ~starting;
    return due == 0 ? open : due;
  }

  @Override
  public long hash(int slot) {
    return Rendezvous.hash("site" + slot);
  }

  @Override
  public int pending(int slot) {
    return pending[slot];
  }
}
