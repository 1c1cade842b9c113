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
    int own = ranking.next(turn, gateways, tried);
    int rank = own < ranking.size() ? own : ranking.next(0, 1, tried);
    return rank < ranking.size() ? ranking.slot(rank) : NONE;
  }
}
