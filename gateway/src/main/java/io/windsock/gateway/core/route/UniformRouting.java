package io.windsock.gateway.core.route;

/**
 * Chooses by the call's id alone, uniformly over the sites (the paper's "deterministic uniform
 * distribution function", section 3.2): the first of a gateway's own.
 */
public final class UniformRouting extends DealtRouting {
  @Override
  int pick(int from, int step, Candidates sites, long excluded) {
    int rank = ranking.next(from, step, excluded);
    return rank < ranking.size() ? ranking.slot(rank) : NONE;
  }
}
