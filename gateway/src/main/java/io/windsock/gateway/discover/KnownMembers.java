package io.windsock.gateway.discover;

import java.util.List;

/**
 * The members that have recently reported. Immutable.
 *
 * @param sites the sites that calls may be sent to, by name
 * @param gateways the other gateways, by name
 */
public record KnownMembers(List<Member> sites, List<Member> gateways) {
  /** No members. */
  public static final KnownMembers NOBODY = new KnownMembers(List.of(), List.of());

  /** Copies the lists. */
  public KnownMembers {
    sites = List.copyOf(sites);
    gateways = List.copyOf(gateways);
  }

  /**
   * A site or a gateway.
   *
   * @param name its name
   * @param url where its HTTP API is served
   * @param linkUrl where it takes calls, with a host and a port
   */
  public record Member(String name, String url, String linkUrl) {}
}
