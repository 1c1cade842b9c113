package io.windsock.gateway.core.route;

/**
 * Chooses the site with fewer pending calls of two that the call's id selects (Mitzenmacher, "The
 * power of two choices in randomized load balancing", 2001); the paper leaves such a policy open
 * (section 6). The ranked sites are dealt out among the gateways that share the call as {@link
 * UniformRouting} does, and each gateway chooses between the first two of its own. So primary and
 * backup choose different sites whatever the loads, of which each knows only its own part; with no
 * more sites than gateways there is nothing left to choose.
 */
public final class LoadAwareRouting implements Routing {
  private final Ranking ranking = new Ranking();

  @Override
  public int choose(long call, int turn, int gateways, Candidates sites, long tried) {
    ranking.rank(call, sites);
    long started = sites.open() & ~sites.due(call);
    int own = lighter(turn, gateways, sites, tried | started);
    own = own == NONE ? lighter(turn, gateways, sites, tried) : own;
    own = own == NONE ? lighter(0, 1, sites, tried | started) : own;
    return own == NONE ? lighter(0, 1, sites, tried) : own;
  }

  /** Returns the lighter of the first two untried sites of ranks from, from + step, and so on. */
  private int lighter(int from, int step, Candidates sites, long tried) {
    int first = ranking.next(from, step, tried);
    int second = ranking.next(first + step, step, tried);
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
