package io.windsock.gateway.core.route;

/**
 * Chooses the site with fewer pending calls of two that the call's id selects (Mitzenmacher, "The
 * power of two choices in randomized load balancing", 2001); the paper leaves such a policy open
 * (section 6). The gateway of rank 0 chooses between the sites of ranks 0 and 1, the next one
 * between those of ranks 2 and 3, so their choices differ while there are three sites. With two
 * sites a backup takes the one that it would not take as the primary, since it knows only its own
 * pending calls.
 */
public final class LoadAwareRouting implements Routing {
  private final Ranking ranking = new Ranking();

  @Override
  public int choose(long call, int turn, int gateways, Candidates sites, long tried) {
    ranking.rank(call, sites);
    int pair = 2 * turn;
    int rank = pair < ranking.size() ? lighter(pair, pair + 2, sites, tried) : ranking.size();
    if (rank == ranking.size()) {
      rank = turn > 0 && avoidsPrimary(tried) ? 1 - lighter(0, 2, sites, tried) : next(sites, tried);
    }
    return rank < ranking.size() ? ranking.slot(rank) : NONE;
  }

  /** Whether there are two sites and neither has been tried. */
  private boolean avoidsPrimary(long tried) {
    return ranking.size() == 2 && ranking.isFresh(0, tried) && ranking.isFresh(1, tried);
  }

  private int next(Candidates sites, long tried) {
    return lighter(ranking.fresh(0, tried), ranking.size(), sites, tried);
  }

  /** Returns the lighter of the first two fresh ranks from {@code from}, below {@code to}. */
  private int lighter(int from, int to, Candidates sites, long tried) {
    int first = ranking.fresh(from, tried);
    if (first >= to || first == ranking.size()) {
      return ranking.size();
    }
    int second = ranking.fresh(first + 1, tried);
    if (second >= to || second == ranking.size()) {
      return first;
    }
    return pending(second, sites) < pending(first, sites) ? second : first;
  }

  private int pending(int rank, Candidates sites) {
    return sites.pending(ranking.slot(rank));
  }
}
