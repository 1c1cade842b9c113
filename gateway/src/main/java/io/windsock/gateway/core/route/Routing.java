package io.windsock.gateway.core.route;

/**
 * A policy that chooses the site for a call. Deterministic, given the sites and their pending
 * calls. Owned by one thread.
 */
public interface Routing {
  /** No site is left. */
  int NONE = -1;

  /**
   * Chooses a site that may get calls.
   *
   * @param call the hash of the call's id
   * @param turn the rank of this gateway among those that share the call; 0: its primary
   * @param gateways how many gateways share the call, at least 1
   * @param sites the sites
   * @param tried the slots that are not to be chosen, a bit each
   * @return a slot, or {@link #NONE}
   */
  int choose(long call, int turn, int gateways, Candidates sites, long tried);
}
