package io.windsock.gateway.core.route;

/**
 * Chooses the site with fewer pending calls of two that the call's id selects (Mitzenmacher, "The
 * power of two choices in randomized load balancing", 2001); the paper leaves such a policy open
 * (section 6). The two are the first of a gateway's own, so primary and backup choose different
 * sites whatever the loads, of which each knows only its own part; with no more sites than gateways
 * there is nothing left to choose.
 */
public final class LoadAwareRouting extends DealtRouting {
  /** Picks the lighter of the first two. */
  @Override
  int pick(int from, int step, Candidates sites, long excluded) {
    int first = ranking.next(from, step, excluded);
    int second = ranking.next(first + step, step, excluded);
    if (first >= ranking.size()) {
      return NONE;
    }
    boolean both = second < ranking.size();
    return both && pending(second, sites) < pending(first, sites)
        ? ranking.slot(second)
        : ranking.slot(first);
  }

  private int pending(int rank, Candidates sites) {
    return sites.pending(ranking.slot(rank));
  }
}
