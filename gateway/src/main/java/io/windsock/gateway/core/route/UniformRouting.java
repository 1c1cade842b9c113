package io.windsock.gateway.core.route;

/**
 * Chooses by the call's id alone, uniformly over the sites (the paper's "deterministic uniform
 * distribution function", section 3.2). The ranked sites are dealt out among the gateways that
 * share the call, as cards are: the primary of two takes ranks 0, 2, 4 and so on, the backup ranks
 * 1, 3, 5. So their choices differ while two sites are alive. A gateway that has tried all of its
 * own goes on with the others, in rank.
 */
public final class UniformRouting implements Routing {
  private final Ranking ranking = new Ranking();

  @Override
  public int choose(long call, int turn, int gateways, Candidates sites, long tried) {
    ranking.rank(call, sites);
    long started = sites.open() & ~sites.due(call);
    int own = first(turn, gateways, tried | started);
    own = own == NONE ? first(turn, gateways, tried) : own;
    own = own == NONE ? first(0, 1, tried | started) : own;
    return own == NONE ? first(0, 1, tried) : own;
  }

  private int first(int from, int step, long excluded) {
    int rank = ranking.next(from, step, excluded);
    return rank < ranking.size() ? ranking.slot(rank) : NONE;
  }
}
