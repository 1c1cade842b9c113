package io.windsock.gateway.core.member;

import java.util.List;

/**
 * The members that discovery knows. Immutable.
 *
 * @param sites each site, with distinct names; at most 64 are used
 * @param gateways the names of the gateways; the own one may be among them
 */
public record Membership(List<SiteReport> sites, List<String> gateways) {
  /** Copies the lists. */
  public Membership {
    sites = List.copyOf(sites);
    gateways = List.copyOf(gateways);
  }
}
