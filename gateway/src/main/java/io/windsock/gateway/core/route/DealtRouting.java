package io.windsock.gateway.core.route;

/**
 * Deals the ranked sites out among the gateways that share a call, as cards are: the primary of two
 * has ranks 0, 2, 4 and so on, the backup ranks 1, 3, 5. So their choices differ while two sites
 * are alive. A gateway prefers sites that are due; when it has tried all of its own, it goes on
 * with the others.
 */
abstract class DealtRouting implements Routing {
  final Ranking ranking = new Ranking();

  @Override
  public final int choose(long call, int turn, int gateways, Candidates sites, long tried) {
    ranking.rank(call, sites);
    long notDue = sites.open() & ~sites.due(call);
    int chosen = choose(turn, gateways, sites, tried, notDue);
    return chosen == NONE ? choose(0, 1, sites, tried, notDue) : chosen;
  }

  private int choose(int from, int step, Candidates sites, long tried, long notDue) {
    int chosen = pick(from, step, sites, tried | notDue);
    return chosen == NONE && notDue != 0 ? pick(from, step, sites, tried) : chosen;
  }

  /**
   * Picks one of the sites of ranks from, from + step and so on.
   *
   * @param excluded the slots that are not to be picked
   * @return its slot, or {@link #NONE}
   */
  abstract int pick(int from, int step, Candidates sites, long excluded);
}
